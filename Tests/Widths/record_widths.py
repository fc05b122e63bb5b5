"""Writes a thousand strings and the columns that wcwidth (PyPI) gives them.

    pip install wcwidth && python3 Tests/Widths/record_widths.py > fixtures/widths/wcwidth.txt

A line each: what kind of text it is, its scalars in hexadecimal, and the columns. The strings are made by
rule, so that the file changes only with wcwidth.
"""

import wcwidth

ZWJ, TEXT, EMOJI = "\u200d", "\ufe0e", "\ufe0f"
TONES = [chr(0x1F3FB + tone) for tone in range(5)]
PEOPLE = "\U0001f468\U0001f469\U0001f9d1\U0001f466\U0001f467"
TOOLS = "\U0001f680\U0001f33e\U0001f373\U0001f393\U0001f3a4\U0001f3a8\U0001f3eb\U0001f3ed\U0001f4bb\U0001f4bc\U0001f527\U0001f52c\U0001f692"
HANDS = "\U0001f44b\U0001f44c\U0001f44d\U0001f44e\U0001f44f\U0001f450\U0001f450\U0001f4aa\U0001f596\U0001f64c\U0001f64f\U0001f90c\u261d\u270a\u270b\u270c\u270d"
SIGNS = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194\u21a9\u2328\u23cf\u23ed\u24c2\u25aa\u25b6\u2600\u2601\u2602\u2603\u2604\u260e\u2611\u2618\u2620\u2622\u2626\u262a\u262e\u2638\u263a\u2640\u265f\u2660\u2663\u2668\u267b\u267e\u2692\u2694\u2699\u269b\u26a0\u26b0\u26c8\u26cf\u26d3\u26e9\u26f0\u26f7\u2702\u2708\u2709\u270f\u2712\u2714\u2716\u2721\u2733\u2744\u2747\u2763\u2764\u27a1\u2934\u2b05\u3030"
WIDE = "\u231a\u231b\u23e9\u23f0\u25fd\u2614\u2615\u2648\u267f\u2693\u26a1\u26bd\u26c4\u26ce\u26d4\u26ea\u26f2\u26f5\u26fa\u26fd\u2705\u2728\u274c\u2753\u2757\u2795\u27b0\u2b50\u2b55"
ABUGIDAS = ["\u0915\u094d\u0937", "\u0928\u093f", "\u0915\u093e", "\u0e01\u0e33", "\u0e17\u0e35\u0e48", "\u0b95\u0bcd",
            "\u0b95\u0bbf", "\u0995\u09cb", "\u0a95\u0acd\u0ab7", "\u1000\u103b", "\u0d15\u0d4d\u0d15", "\u0f40\u0f74"]


def flag(letters):
    return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in letters)


def tags(letters):
    return "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in letters) + "\U000e007f"


def strings():
    for first in PEOPLE[:3]:
        for second in PEOPLE[:3]:
            for child in [""] + list(PEOPLE[3:]):
                for more in [""] + list(PEOPLE[3:] if child else ""):
                    yield "family", ZWJ.join(filter(None, [first, second, child, more]))
    for person in PEOPLE[:3]:
        for tone in [""] + TONES:
            for tool in TOOLS:
                yield "profession", person + tone + ZWJ + tool
    for person in PEOPLE[:3]:
        yield "couple", person + ZWJ + "\u2764" + EMOJI + ZWJ + PEOPLE[0]
        yield "hair", person + ZWJ + "\U0001f9b0"
        yield "sign", person + ZWJ + "\u2695" + EMOJI
    for key in "0123456789#*":
        yield "keycap", key + EMOJI + "\u20e3"
        yield "keycap", key + "\u20e3"
    for hand in HANDS:
        for tone in TONES:
            yield "tone", hand + tone
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for place in range(120):
        yield "flag", flag(letters[place % 26] + letters[place * 7 % 26])
    for name in ["gbeng", "gbsct", "gbwls"]:
        yield "flag", tags(name)
    yield "flag", flag("DEFRIT")
    yield "half a flag", flag("D")
    yield "half a flag", flag("DEF")
    for sign in SIGNS:
        yield "emoji style", sign + EMOJI
        yield "text style", sign + TEXT
    for sign in WIDE:
        yield "wide", sign
        yield "wide", sign + EMOJI
        yield "text style", sign + TEXT
    for letter in "aeiouncszyAEIOUNCSZY":
        for mark in "\u0301\u0300\u0302\u0308":
            yield "marks", letter + mark
        yield "marks", letter + "\u0323\u0302\u0301"
    for place in range(90):
        yield "CJK", "".join(chr(0x4E00 + place * 97 + step * 31) for step in range(1 + place % 4))
    for place in range(20):
        yield "kana", chr(0x3042 + place) + chr(0x30A2 + place) + chr(0xFF71 + place) + "\uff9e"
    for place in range(20):
        yield "Hangul", chr(0xAC00 + place * 501) + chr(0x1100 + place % 19) + chr(0x1161 + place) + chr(0x11A8 + place)
    for place in range(40):
        letter, mark = chr(0x0628 + place % 18), chr(0x064B + place % 8)
        yield "Arabic", letter + mark + chr(0x0627) + letter * (place % 3)
    for place in range(20):
        yield "Hebrew", chr(0x05D0 + place) + chr(0x05B0 + place % 10) + chr(0x05D1)
    for number in "\u0600\u0601\u0602\u06dd":
        yield "Arabic sign", number + "\u0661\u0662"
    for text in ABUGIDAS:
        yield "Indic", text
    for mark in "\u093e\u094b\u09cb":
        yield "mark alone", mark
    for place in range(26):
        yield "fullwidth", chr(0xFF21 + place) + chr(0x61 + place) + chr(0xFFA1 + place)
    yield "joiner", "a" + ZWJ + "b"
    yield "joiner", "\u0627" + ZWJ + "\u0628"
    for sign in "\u2500\u2588\u2593\u25b2\u2190\u2103\ufb01\u00b0\u20ac\u2026":
        yield "sign", sign * 2


def main():
    lines = list(dict.fromkeys(strings()))[:1000]
    assert len(lines) == 1000, len(lines)
    print(f"# wcwidth {wcwidth.__version__}, Unicode {wcwidth.list_versions()[-1]}; Tests/Widths/record_widths.py")
    for kind, text in lines:
        scalars = " ".join(f"{ord(scalar):X}" for scalar in text)
        print(f"{kind}\t{scalars}\t{wcwidth.wcswidth(text)}")


main()
