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
  /// The index of the first visible scalar.
  private var first = 0

  /// Creates an empty row.
  package init(showsUnicode: Bool) {
    self.showsUnicode = showsUnicode
  }

  /// Returns the bytes that show `line` in the given number of columns after the prompt.
  package mutating func show(_ line: TextLine, columns: Int) -> [UInt8] {
    let scalars = line.text.unicodeScalars.map(drawn)
    let room = max(2, columns)
    scroll(scalars, to: line.cursor, room: room)
    var new: [ScreenCluster] = []
    var (free, before, place) = (room, line.cursor - first, 0)
    for cluster in ScreenClusters(scalars[first...]) {
      free -= cluster.columns
      if free < 0 { break }
      // A combining mark without a base would modify the prompt.
      if cluster.columns > 0 { new.append(cluster) }
      // The cursor cannot be inside a cluster, so put it after it.
      if before > 0 { place = new.count }
      before -= cluster.length
    }
    return replace(by: new, cursor: place)
  }

  /// Returns the bytes that move the cursor after the text.
  package mutating func leave() -> [UInt8] { replace(by: shown, cursor: shown.count) }

  /// Scrolls so that the cursor is visible.
  private mutating func scroll(_ scalars: [Unicode.Scalar], to cursor: Int, room: Int) {
    // Clusters are short, so look at no more of a long line than a row can show.
    let most = 16 * room
    let columns = { (part: ArraySlice<Unicode.Scalar>) in
      ScreenClusters(part).reduce(0) { $0 + $1.columns }
    }
    if first > 0, scalars.count <= most, columns(scalars[...]) <= room { first = 0 }
    if first <= cursor, cursor - first <= most, columns(scalars[first..<cursor]) <= room { return }
    first = cursor
    var before = 0
    for cluster in Array(ScreenClusters(scalars[max(0, cursor - most)..<cursor])).reversed() {
      before += cluster.columns
      guard before <= room / 2 else { break }
      first -= cluster.length
    }
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
    clusters.flatMap { cluster in
      ([cluster.first] + cluster.rest).flatMap { Array(String($0).utf8) }
    }
  }

  private static func columns(_ clusters: ArraySlice<ScreenCluster>) -> Int {
    clusters.reduce(0) { $0 + $1.columns }
  }

  /// The scalar to send: a question mark instead of a control or unsupported character.
  private func drawn(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.isControl || !showsUnicode && !scalar.isASCII ? "?" : scalar
  }
}
