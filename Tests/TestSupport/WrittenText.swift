/// A line and a column, and the bytes before them.
package struct TextPlace: Hashable, Sendable {
  /// The line, from 1.
  package var line = 1
  /// The column in Unicode scalars, from 1.
  package var column = 1
  /// The bytes before.
  package var offset = 0
}

/// A piece written as text, with a record of where everything was put, kept while writing.
package struct WrittenText: Sendable {
  /// The text.
  package private(set) var text = ""
  private var place = TextPlace()
  private let layout: TextLayout
  private var values: [String: [TextPlace]] = [:]
  private var keys: [String: [TextPlace]] = [:]

  /// Writes a piece in a layout.
  package init(_ piece: TextPiece, layout: TextLayout = .canonical) {
    self.layout = layout
    write(piece, pointer: "", depth: 0)
    append(layout.lineEnd)
  }

  /// The text in UTF-8.
  package var bytes: [UInt8] { Array(text.utf8) }

  /// Where the value at a JSON Pointer begins; the first of several.
  package func value(_ pointer: String) -> TextPlace? { values[pointer]?.first }

  /// The place of a member's name; the `number`th of several, from 0.
  package func key(_ pointer: String, number: Int = 0) -> TextPlace? {
    keys[pointer].flatMap { $0.indices.contains(number) ? $0[number] : nil }
  }

  private mutating func append(_ part: String) {
    text += part
    place.offset += part.utf8.count
    for byte in part.utf8 {
      // Columns count scalars: a byte that continues one adds none.
      if byte == UInt8(ascii: "\n") {
        place.line += 1
        place.column = 1
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
  }

  private mutating func write(_ piece: TextPiece, pointer: String, depth: Int) {
    values[pointer, default: []].append(place)
    switch piece {
    case .raw(let raw): append(raw)
    case .object(let members):
      list("{", "}", members.map { ($0.key, $0.value) }, pointer: pointer, depth: depth)
    case .array(let elements):
      list("[", "]", elements.map { (nil, $0) }, pointer: pointer, depth: depth)
    }
  }

  private mutating func list(
    _ open: String, _ close: String, _ items: [(String?, TextPiece)], pointer: String, depth: Int
  ) {
    let isInline = depth >= layout.inlineDepth
    append(open)
    for (index, item) in items.enumerated() {
      if index > 0 { append(isInline ? "," + layout.blank : ",") }
      if !isInline { newLine(depth + 1) }
      let below = "\(pointer)/\(item.0 ?? "\(index)")"
      if let key = item.0 {
        keys[below, default: []].append(place)
        append("\"\(key)\":\(layout.blank)")
      }
      write(item.1, pointer: below, depth: depth + 1)
    }
    if !isInline { newLine(depth) }
    append(close)
  }

  private mutating func newLine(_ depth: Int) {
    append(layout.lineEnd + String(repeating: layout.indent, count: depth))
  }
}
