import Diagnostics

/// Scalars that stand together in one cell of the screen, or in two side by side: a letter and its marks,
/// the two halves of a flag, emoji that joiners make one of.
package struct ScreenCluster: Hashable {
  /// The first scalar; `?` in place of a control character.
  package private(set) var first: Unicode.Scalar
  /// Those that go with it.
  package private(set) var rest: [Unicode.Scalar] = []
  /// How many scalars it has in the text, also those of which there are too many to keep.
  package private(set) var length = 1
  /// How many columns it takes: 1 or 2, or 0 where nothing stands before a mark.
  package private(set) var columns: Int

  /// A cluster of one scalar.
  init(_ scalar: Unicode.Scalar) {
    if (0x20..<0x7F).contains(scalar.value) {
      (first, columns) = (scalar, 1)
    } else if scalar.isControl {
      (first, columns) = ("?", 1)
    } else {
      (first, columns) = (scalar, scalar.terminalColumns)
    }
  }

  /// Takes the next scalar of a text; returns false where that begins a cluster of its own.
  mutating func take(_ next: Unicode.Scalar) -> Bool {
    guard next.value > 0x2FF, !next.isControl, columns > 0 else { return false }
    let last = rest.last ?? first
    if next.isRegionalIndicator {
      guard rest.isEmpty, first.isRegionalIndicator else { return false }
      columns = 2
    } else if next.terminalColumns == 0 {
      // An emoji that is a letter's height by itself, and one that is wide: U+FE0F and U+FE0E ask for
      // the other.
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

  /// The most scalars that are kept behind the first; more marks than that are nobody's writing.
  private static let longest = 15
}

/// The clusters of a text, in order.
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
  /// Whether two of them make a flag.
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether joiners make one picture of it and another.
  fileprivate var isPictograph: Bool { value > 0x7F && properties.isEmoji }
}

extension StringProtocol {
  /// How many columns the text takes on a terminal.
  public var terminalColumns: Int {
    // Over the bytes themselves, which takes a tenth of what it takes over a view of some string.
    let isASCII = utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } }
    if isASCII ?? false { return utf8.count }
    var columns = 0
    for cluster in ScreenClusters(unicodeScalars) { columns += cluster.columns }
    return columns
  }
}

extension String {
  /// Returns the text, or as much of its beginning as fits into `columns` together with `mark`.
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
