#!/usr/bin/env python3
"""Makes the moving picture at the top of README from real frames of the editor.

usage: animation.py SETPOINT FILE.gif

Runs the editor in tmux at 80x24, presses one key after the other, captures each screen and joins them to a GIF.
Needs what screenshot.py needs.
"""

import os
import subprocess
import sys
import tempfile

from screenshot import EDITOR_SIZE, FAMILY, Screen, draw

# Keys for tmux, how long the picture then rests (in milliseconds), and a text that the screen shows after the keys.
STEPS = [
    ([], 1200, "quit"),
    (["Down"], 250, "Tue"),
    (["Right"], 250, "Tue"),
    (["7"], 500, "7"),
    (["2"], 600, "72"),
    (["Enter"], 1200, "72"),
    (["c"], 900, "Copy"),
    (["w"], 900, "Copy"),
    (["Enter"], 1500, "Mon"),
    (["u"], 1200, "Tue"),
    (["r"], 1000, "Tue"),
    (["C-s"], 2500, "saved"),
]


def main():
    setpoint, target = os.path.abspath(sys.argv[1]), sys.argv[2]
    frames, durations = [], []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for arguments in ["new home.json", FAMILY]:
            subprocess.run(
                [setpoint, *arguments.split()], cwd=folder, check=True, stderr=subprocess.PIPE)
        command = f"cd '{folder}' && exec env COLORTERM=truecolor '{setpoint}' edit home.json --theme dark"
        screen = Screen(folder, EDITOR_SIZE, command)
        for keys, rest, shows in STEPS:
            for key in keys:
                screen.tmux("send-keys", key)
            shown = screen.wait_for(shows)
            frames.append(draw(shown, EDITOR_SIZE, screen.cursor(), "dark"))
            durations.append(rest)
        screen.tmux("kill-server")
    palette = frames[-1].quantize(128)
    pictures = [frame.quantize(palette=palette, dither=0) for frame in frames]
    pictures[0].save(
        target, save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=True)
    print(target, os.path.getsize(target), "bytes")


if __name__ == "__main__":
    main()
