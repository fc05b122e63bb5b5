import Diagnostics

/// A line of text being typed, with its cursor.
public struct TextLine: Hashable, Sendable {
  private var scalars: [Unicode.Scalar]
  /// The number of Unicode scalars before the cursor.
  public private(set) var cursor: Int

  /// Creates a line with the cursor after `text`.
  public init(_ text: String = "") {
    scalars = Array(text.unicodeScalars)
    cursor = scalars.count
  }

  /// The text.
  public var text: String { String(String.UnicodeScalarView(scalars)) }

  /// Whether the text is empty.
  public var isEmpty: Bool { scalars.isEmpty }

  package var count: Int { scalars.count }

  /// Handles a key as in a shell; returns false for other keys.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let scalar):
      scalars.insert(scalar, at: cursor)
      cursor += 1
    case .named(.backspace):
      let start = startOfCluster
      scalars.removeSubrange(start..<cursor)
      cursor = start
    case .named(.delete), .control("d"):
      scalars.removeSubrange(cursor..<endOfCluster)
    case .named(.left), .control("b"): cursor = startOfCluster
    case .named(.right), .control("f"): cursor = endOfCluster
    case .named(.home), .control("a"): cursor = 0
    case .named(.end), .control("e"): cursor = scalars.count
    case .control("u"):
      scalars.removeFirst(cursor)
      cursor = 0
    case .control("k"): scalars.removeSubrange(cursor...)
    case .control("w"):
      var start = cursor
      while start > 0, scalars[start - 1] == " " { start -= 1 }
      while start > 0, scalars[start - 1] != " " { start -= 1 }
      scalars.removeSubrange(start..<cursor)
      cursor = start
    default: return false
    }
    return true
  }

  /// The part of the line shown in `columns` columns, scrolled so that the cursor is visible, and the cursor's column.
  ///
  /// The cursor is within these columns, or, if `cursorMayFollow`, in the next one.
  public func window(
    columns: Int, cursorMayFollow: Bool = false
  ) -> (text: String, cursor: Int) {
    var first = cursor
    var before = 0
    let columns = max(0, columns)
    let limit = columns - (cursorMayFollow ? 0 : 1)
    // Treat the text before the cursor as a whole: combining marks join the previous character.
    for (start, width) in clustersBeforeCursor.reversed() {
      guard before + width <= limit else { break }
      first = start
      before += width
    }
    var visible = ""
    var room = columns
    for cluster in ScreenClusters(scalars[first...]) {
      room -= cluster.columns
      if room < 0 { break }
      visible += cluster.text
    }
    return (visible, before)
  }

  /// The starts and widths of the clusters before the cursor.
  ///
  /// Only for the visible part of a long line, so that a megabyte costs no more; it may start within a cluster.
  private var clustersBeforeCursor: [(start: Int, columns: Int)] {
    var start = max(0, cursor - 4096)
    return ScreenClusters(scalars[start..<cursor]).map { cluster in
      defer { start += cluster.length }
      return (start, cluster.columns)
    }
  }

  private var startOfCluster: Int { clustersBeforeCursor.last?.start ?? 0 }

  /// The end of the character after the cursor.
  private var endOfCluster: Int {
    var clusters = ScreenClusters(scalars[cursor...])
    return clusters.next().map { cursor + $0.length } ?? scalars.count
  }

  /// The most Unicode scalars of a line after pasting, which bounds the cost per key.
  public static let longestPaste = 10_000

  /// Inserts pasted text at the cursor as one line; returns whether all of it fit.
  public mutating func paste(_ text: String) -> Bool {
    let pasted = Self.pasted(text).unicodeScalars
    let kept = pasted.prefix(max(0, Self.longestPaste - count))
    scalars.insert(contentsOf: kept, at: cursor)
    cursor += kept.count
    return kept.count == pasted.count
  }

  /// Converts pasted text to one line: line ends and tabs become spaces; other controls and final spaces are removed.
  public static func pasted(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": continue
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}": result.append(" ")
      default: if !scalar.isControl { result.append(scalar) }
      }
    }
    while result.last == " " { result.removeLast() }
    return String(result)
  }
}
