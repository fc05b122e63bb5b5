#!/usr/bin/env python3
"""Makes pictures for the documentation: the editor and commands in tmux, drawn in colour.

usage: screenshot.py SETPOINT FOLDER [NAME ...]

Runs the editor in tmux at 80x24, presses the keys of each scene, captures the screen with its
colours (capture-pane -e) and draws it on a light and on a dark background, with the cursor. Needs
tmux, Pillow (pip install pillow) and DejaVu Sans Mono (Debian: fonts-dejavu-core); only for making
the pictures anew.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import unicodedata

from PIL import Image, ImageDraw, ImageFont

EDITOR_SIZE = (24, 80)
SIZE = 16

# Each scene: its name, the options of `setpoint edit`, keys for tmux, and a text that the screen shows only after the
# last of them.
SCENES = [
    ("edit", "", ["Down", "Right", "Right", "Right", "Right", "6", "4", "Enter"], "Wednesday leave heat"),
    ("typing", "", ["Down", "Right", "6"], "Esc keep 70"),
    ("problem", "", ["Down", "Right", "8", "4", "Enter", "Up"], "Tuesday wake heat  84"),
    ("high-contrast", "--theme high-contrast", ["Down", "Right", "8", "4", "Enter"], "Wednesday wake"),
    ("help", "", ["?"], "IN THE TABLE"),
    ("range", "", ["Down", "Right", "v", "Down", "Down", "Right"], "6 cells selected"),
    ("list", "--view list --theme THEME", ["Down", "Right", "6", "6", "Enter"], "return heat"),
    ("diff", "", ["Down", "Right", "6", "6", "Enter", "v", "Down", "Right", "+", "v", "D"], "cells differ"),
    ("export", "", ["X", "t", "r", "v", "z", "b", "Tab", "Space", "Tab", "Space"], "cells will change"),
    ("form", "", ["Down", "Right", "e", "6", "8"], "Heat to    68"),
    ("command", "", [":", "c", "o", "p", "y", "Space", "m", "o", "n", "Tab", "w", "Tab"], "weekend"),
]

# Commands: a name, the lines and columns of the terminal, the command line, and the text that the screen then shows.
FAMILY = "set home.json tue.leave.heat=64 fri.sleep.time=23:30 weekend.wake.time=7:30 " \
    "weekend.leave.time=10:00 weekend.leave.heat=68 weekend.leave.cool=80 " \
    "weekend.return.time=16:00 weekend.sleep.time=23:00"
COMMANDS = [
    ("show", (24, 80), "setpoint show home.json", "88+"),
    ("show-wide", (40, 120), "setpoint show home.json", "88+"),
    ("show-narrow", (40, 40), "setpoint show home.json --clock 12", "88+"),
    ("show-small", (12, 40), "setpoint show home.json", "88+"),
    ("show-mono", (24, 80), "NO_COLOR=1 setpoint show home.json", "88+"),
    ("show-ascii", (24, 80), "LC_ALL=C NO_COLOR=1 setpoint show home.json", "88+"),
    ("show-16", (24, 80), "TERM=xterm-16color setpoint show home.json", "88+"),
    ("show-8", (24, 80), "TERM=xterm setpoint show home.json", "88+"),
    ("now", (8, 80), "setpoint now home.json --at 'tuesday 17:30'", "cool 8"),
    ("now-narrow", (12, 40), "setpoint now home.json --at 'tuesday 17:30'", "cool 8"),
]
# Those that the documentation shows; the others are made when they are named.
SHOWN_COMMANDS = {"show", "now"}

# The sixteen colours of the palette as xterm has them on dark, and as light terminals set them up.
PALETTE = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
]
# Those of the themes dark and light, for what the terminal itself shows.
BACKGROUNDS = {"dark": ((214, 218, 226), (22, 24, 29)), "light": ((43, 47, 54), (251, 250, 247))}


def color(index):
    """A colour of 256."""
    if index < 16:
        return PALETTE[index]
    if index >= 232:
        return (8 + 10 * (index - 232),) * 3
    steps = (0, 95, 135, 175, 215, 255)
    place = index - 16
    return steps[place // 36], steps[place // 6 % 6], steps[place % 6]


class Look:
    """The SGR state of the following characters."""

    def __init__(self):
        self.bold = self.underline = self.reverse = False
        self.foreground = self.background = None

    def change(self, parameters):
        numbers = [int(part or 0) for part in re.split("[;:]", parameters)]
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                self.__init__()
            elif number in (1, 22):
                self.bold = number == 1
            elif number in (4, 24):
                self.underline = number == 4
            elif number in (7, 27):
                self.reverse = number == 7
            elif number in (39, 49):
                self.set(number == 39, None)
            elif 30 <= number < 38 or 40 <= number < 48:
                self.set(number < 40, color(number % 10))
            elif 90 <= number < 98 or 100 <= number < 108:
                self.set(number < 100, color(number % 10 + 8))
            elif number in (38, 48):
                if numbers.pop(0) == 5:
                    value = color(numbers.pop(0))
                else:
                    value = tuple(numbers[:3])
                    del numbers[:3]
                self.set(number == 38, value)

    def set(self, is_foreground, value):
        if is_foreground:
            self.foreground = value
        else:
            self.background = value


def draw(captured, extent, cursor, theme):
    """Returns a picture of captured lines with a bar for the cursor."""
    folder = "/usr/share/fonts/truetype/dejavu/"
    fonts = [
        ImageFont.truetype(os.environ.get(name, folder + file), SIZE)
        for name, file in (("FONT", "DejaVuSansMono.ttf"), ("FONT_BOLD", "DejaVuSansMono-Bold.ttf"))
    ]
    width = round(fonts[0].getlength("0"))
    height = sum(fonts[0].getmetrics()) + 1
    own_foreground, own_background = BACKGROUNDS[theme]
    margin = width
    rows, columns = extent
    size = (columns * width + 2 * margin, rows * height + 2 * margin)
    image = Image.new("RGB", size, own_background)
    canvas = ImageDraw.Draw(image)
    look = Look()
    for row, line in enumerate(captured.split("\n")[:rows]):
        column = 0
        for part in re.findall(r"\x1b\[[0-9;:]*m|\x1b.|[^\x1b]", line):
            if part[0] == "\x1b":
                if part.endswith("m"):
                    look.change(part[2:-1])
                continue
            foreground = look.foreground or own_foreground
            background = look.background or own_background
            if look.reverse:
                foreground, background = background, foreground
            cells = 2 if unicodedata.east_asian_width(part) in "WF" else 1
            x, y = margin + column * width, margin + row * height
            if background != own_background:
                canvas.rectangle((x, y, x + cells * width - 1, y + height - 1), fill=background)
            canvas.text((x, y), part, font=fonts[look.bold], fill=foreground)
            if look.underline:
                canvas.line((x, y + height - 2, x + cells * width - 1, y + height - 2), fill=foreground)
            if (row, column) == cursor:
                canvas.rectangle((x, y + height - 3, x + width - 1, y + height - 1), fill=foreground)
            column += cells
    return image


class Screen:
    """A tmux server of its own with one window."""

    def __init__(self, folder, extent, command):
        self.socket = os.path.join(folder, "tmux")
        settings = os.path.join(folder, "tmux.conf")
        with open(settings, "w") as file:
            file.write("set -g status off\nset -g default-terminal tmux-256color\n")
        self.tmux(
            "-f", settings, "new-session", "-d", "-x", str(extent[1]), "-y", str(extent[0]), command)

    def tmux(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        result = subprocess.run(
            ["tmux", "-S", self.socket, *arguments], capture_output=True, text=True,
            env=environment, check=True)
        return result.stdout

    def wait_for(self, text):
        end = time.monotonic() + 10
        before = None
        while time.monotonic() < end:
            shown = self.tmux("capture-pane", "-p", "-e", "-N")
            # The text may be drawn before the rest of the screen.
            if shown == before and text in re.sub(r"\x1b\[[0-9;:]*m", "", shown):
                return shown
            before = shown
            time.sleep(0.02)
        self.tmux("kill-server")
        sys.exit(f"the screen never showed {text!r}")

    def cursor(self):
        answer = self.tmux("display", "-p", "#{cursor_flag} #{cursor_y} #{cursor_x}").split()
        return (int(answer[1]), int(answer[2])) if answer[0] == "1" else None


def scene(setpoint, target, name, extent, prepare, command, keys, ready, shows):
    """Makes the pictures of one scene."""
    for theme in BACKGROUNDS:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            for arguments in ["new home.json", *prepare]:
                subprocess.run(
                    [setpoint, *arguments.split()], cwd=folder, check=True, stderr=subprocess.PIPE)
            path = os.path.dirname(setpoint)
            themed = command.replace("THEME", theme)
            screen = Screen(folder, extent, f"cd '{folder}' && PATH='{path}':$PATH; {themed}")
            screen.wait_for(ready)
            for key in keys:
                screen.tmux("send-keys", key)
            shown = screen.wait_for(shows)
            cursor = screen.cursor() if keys else None
            picture = draw(shown, extent, cursor, theme)
            # With fewer colours, that of a single word is merged with others.
            picture.quantize(256).save(os.path.join(target, f"{name}-{theme}.png"), optimize=True)
            screen.tmux("kill-server")
            print(f"{name}-{theme}.png")


def main():
    setpoint, target = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    names = set(sys.argv[3:])
    os.makedirs(target, exist_ok=True)
    for name, options, keys, shows in SCENES:
        if not names or name in names:
            command = f"COLORTERM=truecolor exec setpoint edit home.json {options or '--theme THEME'}"
            scene(setpoint, target, name, EDITOR_SIZE, [], command, keys, "quit", shows)
    for name, extent, command, shows in COMMANDS:
        if name in (names or SHOWN_COMMANDS):
            command += "; read line"
            scene(setpoint, target, name, extent, [FAMILY], command, [], shows, shows)


if __name__ == "__main__":
    main()
