/// One line of text being typed, and the place in it where typing goes on.
public struct TextLine: Hashable, Sendable {
  private var scalars: [Unicode.Scalar]
  /// How many characters stand before the cursor.
  public private(set) var cursor: Int

  /// Begins with `text`, the cursor behind it.
  public init(_ text: String = "") {
    scalars = Array(text.unicodeScalars)
    cursor = scalars.count
  }

  /// The text.
  public var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Whether nothing is typed.
  public var isEmpty: Bool { scalars.isEmpty }

  /// The number of characters.
  package var count: Int { scalars.count }

  /// Types several characters at once.
  public mutating func insert(_ characters: some Collection<Unicode.Scalar>) {
    scalars.insert(contentsOf: characters, at: cursor)
    cursor += characters.count
  }

  /// Does what `key` does in a line of text, as in a shell; false for a key that means nothing here.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let scalar):
      scalars.insert(scalar, at: cursor)
      cursor += 1
    case .named(.backspace), .control("h"):
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
      let start = startOfWord()
      scalars.removeSubrange(start..<cursor)
      cursor = start
    default: return false
    }
    return true
  }

  /// The part of the line that `columns` columns show, scrolled as little as brings the cursor into
  /// sight, and how many columns stand before the cursor.
  ///
  /// The cursor stands in those columns, or, where `cursorMayFollow`, in the one behind them.
  public func window(
    columns: Int, cursorMayFollow: Bool = false
  ) -> (text: String, cursor: Int) {
    var first = cursor
    var before = 0
    let limit = columns - (cursorMayFollow ? 0 : 1)
    // What stands before the cursor is one text: a mark that was typed alone goes with what it stands on.
    for (start, width) in clusters(before: cursor).reversed() {
      guard before + width <= limit else { break }
      first = start
      before += width
    }
    var visible = String.UnicodeScalarView()
    var room = columns
    for cluster in ScreenClusters(scalars[first...]) {
      room -= cluster.columns
      if room < 0 { break }
      visible.append(cluster.first)
      visible.append(contentsOf: cluster.rest)
    }
    return (String(visible), before)
  }

  /// Where the clusters before a place begin, and how wide they are.
  ///
  /// Of a long line only the part that a screen can show, so that a line of a megabyte costs no more;
  /// a part that begins within a cluster begins with what is left of it.
  private func clusters(before end: Int) -> [(start: Int, columns: Int)] {
    var start = max(0, end - 4096)
    return ScreenClusters(scalars[start..<end]).map { cluster in
      defer { start += cluster.length }
      return (start, cluster.columns)
    }
  }

  /// Where the character before the cursor begins.
  private var startOfCluster: Int { clusters(before: cursor).last?.start ?? 0 }

  /// Where the character behind the cursor ends.
  private var endOfCluster: Int {
    var clusters = ScreenClusters(scalars[cursor...])
    return clusters.next().map { cursor + $0.length } ?? scalars.count
  }

  private func startOfWord() -> Int {
    var index = cursor
    while index > 0, scalars[index - 1] == " " { index -= 1 }
    while index > 0, scalars[index - 1] != " " { index -= 1 }
    return index
  }
}
