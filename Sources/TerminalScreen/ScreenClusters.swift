import Diagnostics

/// Scalars that share one or two cells of the screen: a letter and its marks, the halves of a flag, joined emoji.
package struct ScreenCluster: Hashable {
  /// The first scalar; `?` for a control character.
  private let first: Unicode.Scalar
  private var rest: [Unicode.Scalar] = []
  /// The number of scalars in the text, including those beyond the limit.
  package private(set) var length = 1
  /// The width in columns: 1 or 2, or 0 for a mark without a base.
  package private(set) var columns: Int

  package var text: String {
    var text = String(first)
    for scalar in rest { text.unicodeScalars.append(scalar) }
    return text
  }

  init(_ scalar: Unicode.Scalar) {
    first = scalar.isControl ? "?" : scalar
    columns = first.terminalColumns
  }

  /// Adds the next scalar of a text; returns false if that begins a new cluster.
  mutating func take(_ next: Unicode.Scalar) -> Bool {
    guard next.value > 0x2FF, !next.isControl, columns > 0 else { return false }
    let last = rest.last ?? first
    if next.isRegionalIndicator {
      guard rest.isEmpty, first.isRegionalIndicator else { return false }
      columns = 2
    } else if next.terminalColumns == 0 {
      // U+FE0F and U+FE0E select the wide and the narrow form of an emoji.
      if next == "\u{FE0F}", rest.isEmpty, first.properties.isEmoji { columns = 2 }
      if next == "\u{FE0E}", rest.isEmpty, first.properties.isEmoji { columns = 1 }
    } else {
      let isJoined = last == "\u{200D}" && first.isPictograph && next.isPictograph
      let isColored = next.properties.isEmojiModifier && last.properties.isEmojiModifierBase
      guard isJoined || isColored else { return false }
    }
    length += 1
    if rest.count < Self.longest { rest.append(next) }
    return true
  }

  /// The most scalars kept after the first; no writing system uses more marks.
  private static let longest = 15
}

package struct ScreenClusters<Scalars: Sequence<Unicode.Scalar>>: Sequence, IteratorProtocol {
  private var scalars: Scalars.Iterator
  private var pending: Unicode.Scalar?

  package init(_ scalars: Scalars) {
    self.scalars = scalars.makeIterator()
    pending = self.scalars.next()
  }

  package mutating func next() -> ScreenCluster? {
    guard let first = pending else { return nil }
    var cluster = ScreenCluster(first)
    pending = scalars.next()
    while let next = pending, cluster.take(next) { pending = scalars.next() }
    return cluster
  }
}

extension Unicode.Scalar {
  /// Whether two of them form a flag.
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether joiners can combine it with another emoji.
  fileprivate var isPictograph: Bool { value > 0x7F && properties.isEmoji }
}

extension StringProtocol {
  /// The columns of the text on a terminal.
  public var terminalColumns: Int {
    // On contiguous bytes, which is ten times faster than on other views.
    let isASCII = utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } }
    if isASCII ?? false { return utf8.count }
    return ScreenClusters(unicodeScalars).reduce(0) { $0 + $1.columns }
  }

  /// The text wrapped between words; later lines get `indent`. `hidden` columns of the first words are not visible.
  package func wrapped(columns: Int, indent: String = "", hidden: Int = 0) -> [String] {
    let own = prefix { $0 == " " }
    var lines: [String] = []
    for word in dropFirst(own.count).split(separator: " ", omittingEmptySubsequences: false) {
      let room = columns + (lines.count == 1 ? hidden : 0)
      if let last = lines.last, last.terminalColumns + 1 + word.terminalColumns <= room {
        lines[lines.count - 1] += " " + word
      } else if !word.isEmpty || lines.isEmpty {
        lines.append(own + (lines.isEmpty ? "" : indent) + word)
      }
    }
    return lines
  }
}

extension String {
  /// Returns the text, or the longest prefix that fits into `columns` together with `mark`.
  ///
  /// Reads no further than the first character that does not fit.
  package func cut(to columns: Int, with mark: String) -> String {
    let room = columns - mark.terminalColumns
    var (used, kept) = (0, 0)
    for cluster in ScreenClusters(unicodeScalars) {
      used += cluster.columns
      if used <= room { kept += cluster.length }
      if used > columns { return String(unicodeScalars.prefix(kept)) + mark }
    }
    return self
  }
}
