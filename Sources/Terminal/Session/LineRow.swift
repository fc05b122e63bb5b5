import Diagnostics
package import TerminalScreen

/// The row of a terminal in which a line is typed.
///
/// Drawn with characters, backspaces and spaces, which every terminal and screen reader supports, and only from the
/// first difference. A long line scrolls by half a row, so that typing at its end does not redraw it for every key.
package struct LineRow {
  private let showsUnicode: Bool
  /// The clusters in the row after the prompt, and the index of the one at the cursor.
  private var shown: [ScreenCluster] = []
  private var cursor = 0

  package init(showsUnicode: Bool) {
    self.showsUnicode = showsUnicode
  }

  /// Returns the bytes that show `line` in the given number of columns after the prompt.
  package mutating func show(_ line: TextLine, columns: Int) -> [UInt8] {
    var clusters: [ScreenCluster] = []
    var (place, scalarsLeft) = (0, line.cursor)
    for cluster in ScreenClusters(line.text.unicodeScalars.map(drawn)) {
      // A combining mark without a base would modify the prompt.
      if cluster.columns > 0 { clusters.append(cluster) }
      // The cursor cannot be inside a cluster, so put it after it.
      if scalarsLeft > 0 { place = clusters.count }
      scalarsLeft -= cluster.length
    }
    let room = max(2, columns)
    var (first, before) = (0, Self.columns(clusters[..<place]))
    while before > room {
      let end = first + Self.fitting(clusters[first...], max(2, room / 2))
      before -= Self.columns(clusters[first..<end])
      first = end
    }
    let end = first + Self.fitting(clusters[first...], room)
    return replace(by: Array(clusters[first..<end]), cursor: place - first)
  }

  /// Returns the bytes that move the cursor after the text; the row is empty from then on.
  mutating func leave() -> [UInt8] {
    defer { (shown, cursor) = ([], 0) }
    return Self.text(shown[cursor...])
  }

  private mutating func replace(by new: [ScreenCluster], cursor place: Int) -> [UInt8] {
    let same = zip(shown, new).prefix { $0 == $1 }.count
    var bytes: [UInt8] = []
    var at = cursor
    if same < shown.count || same < new.count {
      bytes += Self.move(from: at, to: same, in: shown) + Self.text(new[same...])
      let rest = Self.columns(shown[...]) - Self.columns(new[...])
      if rest > 0 {
        bytes += [UInt8](repeating: UInt8(ascii: " "), count: rest) + Self.back(rest)
      }
      at = new.count
    }
    bytes += Self.move(from: at, to: place, in: new)
    (shown, cursor) = (new, place)
    return bytes
  }

  /// Moves with backspaces, or by repeating the characters between.
  private static func move(from: Int, to: Int, in clusters: [ScreenCluster]) -> [UInt8] {
    to > from ? text(clusters[from..<to]) : back(columns(clusters[to..<from]))
  }

  private static func back(_ columns: Int) -> [UInt8] { [UInt8](repeating: 8, count: columns) }

  private static func text(_ clusters: ArraySlice<ScreenCluster>) -> [UInt8] {
    Array(clusters.map(\.text).joined().utf8)
  }

  private static func columns(_ clusters: ArraySlice<ScreenCluster>) -> Int {
    clusters.reduce(0) { $0 + $1.columns }
  }

  /// Returns how many of the clusters fit into `columns`.
  private static func fitting(_ clusters: ArraySlice<ScreenCluster>, _ columns: Int) -> Int {
    var free = columns
    return clusters.prefix { cluster in
      free -= cluster.columns
      return free >= 0
    }.count
  }

  /// The scalar to send: a question mark instead of a control or unsupported character.
  private func drawn(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.isControl || !showsUnicode && !scalar.isASCII ? "?" : scalar
  }
}
