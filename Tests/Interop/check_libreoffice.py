"""LibreOffice keeps our table: CSV, a spreadsheet, and CSV again, in a US and a German locale."""

# heavy
# environment: light
# apt: libreoffice-calc

import pathlib
import shutil
import subprocess

from common import BOTH, COOL, HEAT, Check, equal, not_run, random_week, same

PROGRAM = shutil.which("soffice") or shutil.which("libreoffice")
if PROGRAM is None:
    not_run("libreoffice", "there is no soffice")

# Filter options: separator, quote, UTF-8, first line, columns, language (0x0409 and 0x0407), quote all
# texts, detect numbers, save as shown.
LOCALES = {"en-US": (44, 1033), "de-DE": (59, 1031)}


def convert(files, out, kind, separator, language, folder):
    filter_name = "Text - txt - csv (StarCalc)"
    options = f"{separator},34,76,1,,{language},false,true,true"
    command = [
        PROGRAM, "--headless", f"-env:UserInstallation=file://{folder}/profile-{language}",
        f"--infilter={filter_name}:{options}" if kind == "ods" else "--infilter=calc8",
        "--convert-to", "ods" if kind == "ods" else f"csv:{filter_name}:{options}",
        "--outdir", str(out), *map(str, files),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return [out / f"{file.stem}.{kind}" for file in files]


def german(text):
    """The table as a German spreadsheet wants it: semicolons, and commas in numbers."""
    return text.replace(b",", b";").replace(b".", b",")


check = Check("libreoffice", "")
check.program = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.strip()
folder = pathlib.Path(check.folder.name)
for locale, (separator, language) in LOCALES.items():
    weeks, files = [], []
    for index in range(check.options.count):
        week = random_week(check.rng, "FC"[index % 2], step=1, sides=[BOTH, HEAT, COOL])
        text = check.export(week, "--to", "csv")
        file = folder / f"{locale}-{index}.csv"
        file.write_bytes(german(text) if locale == "de-DE" else text)
        weeks.append(week)
        files.append(file)
    (folder / locale).mkdir()
    sheets = convert(files, folder / locale, "ods", separator, language, folder)
    back = convert(sheets, folder / locale, "csv", separator, language, folder)
    for week, file in zip(weeks, back):
        check.schedules += 1
        got = check.imported(file.read_bytes(), "--from", "csv", suffix=".csv")["Home"]
        if check.options.sabotage:
            got.days[3][2].time ^= 1
            try:
                same(got, week)
            except AssertionError:
                check.values += 1
                continue
            raise AssertionError("a wrong table passed")
        check.values += same(got, week)
        if check.schedules == 1:
            print(file.read_text().splitlines()[1])
check.finish()
