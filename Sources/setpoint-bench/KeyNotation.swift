/// Keys as a user writes them on a command line.
enum KeyNotation {
  /// Reads `\e`, `\t`, `\r`, `\\` and `^X`; everything else stands for itself in UTF-8.
  static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch (byte, rest.first) {
      case (UInt8(ascii: "\\"), let next?):
        rest.removeFirst()
        bytes.append(escapes[next] ?? next)
      case (UInt8(ascii: "^"), let next?):
        rest.removeFirst()
        bytes.append(next & 0x1F)
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "e"): 0x1B, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
  ]

  /// Shows bytes on one line, control characters spelled out.
  static func visible(_ bytes: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x1B: text += "\\e"
      case 0..<0x20: text += "^\(Unicode.Scalar(UInt8(scalar.value) + 0x40))"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
