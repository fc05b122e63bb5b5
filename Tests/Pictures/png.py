"""Reads the pixels of a PNG file (ISO/IEC 15948) of 8 bits a sample, not interlaced."""

import struct
import zlib


class Picture:
    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
        place, packed = 8, b""
        while place < len(data):
            length, kind = struct.unpack(">I4s", data[place:place + 8])
            body = data[place + 8:place + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
                assert depth == 8 and color in (2, 6) and not interlaced, "another kind of PNG"
                self.samples = 3 if color == 2 else 4
            elif kind == b"IDAT":
                packed += body
            place += 12 + length
        self.rows = self.unfiltered(zlib.decompress(packed))

    def unfiltered(self, raw):
        size, step, rows = self.width * self.samples, self.samples, []
        above = bytearray(size)
        for number in range(self.height):
            start = number * (size + 1)
            kind, row = raw[start], bytearray(raw[start + 1:start + 1 + size])
            for i in range(size):
                left = row[i - step] if i >= step else 0
                corner = above[i - step] if i >= step else 0
                if kind == 1:
                    guess = left
                elif kind == 2:
                    guess = above[i]
                elif kind == 3:
                    guess = (left + above[i]) // 2
                elif kind == 4:
                    near = left + above[i] - corner
                    guess = min((left, above[i], corner), key=lambda v: abs(near - v))
                else:
                    break
                row[i] = (row[i] + guess) & 255
            rows.append(row)
            above = row
        return rows

    def pixel(self, x, y):
        return tuple(self.rows[y][x * self.samples:x * self.samples + 3])
