import Diagnostics
package import TerminalScreen

/// The row of a terminal on which a line is typed.
///
/// It is drawn with what every terminal has and a screen reader follows: characters, steps back and
/// blanks, and only from where it differs. What stands in it are clusters, as wide as on the screen. A line that is too long for the row is shown in part, which
/// moves by half a row, so that typing at its end does not write it anew with every key.
package struct LineRow {
  private let showsUnicode: Bool
  /// What stands in the row behind the prompt, and before which of it the cursor is.
  private var shown: [ScreenCluster] = []
  private var cursor = 0
  /// The first scalar of the line that is in the row.
  private var first = 0

  /// An empty row.
  package init(showsUnicode: Bool) {
    self.showsUnicode = showsUnicode
  }

  /// What shows `line`, in so many columns behind the prompt.
  package mutating func show(_ line: TextLine, columns: Int) -> [UInt8] {
    let scalars = line.text.unicodeScalars.map(drawn)
    let room = max(2, columns)
    scroll(scalars, to: line.cursor, room: room)
    var new: [ScreenCluster] = []
    var (free, before, place) = (room, line.cursor - first, 0)
    for cluster in ScreenClusters(scalars[first...]) {
      free -= cluster.columns
      if free < 0 { break }
      // A mark with nothing before it would be put onto the prompt.
      if cluster.columns > 0 { new.append(cluster) }
      // Within a cluster there is no place: the cursor stands behind what was typed last.
      if before > 0 { place = new.count }
      before -= cluster.length
    }
    return replace(by: new, cursor: place)
  }

  /// What brings the cursor behind the text, for what is written next.
  package mutating func leave() -> [UInt8] { replace(by: shown, cursor: shown.count) }

  /// Brings the cursor into the part of the line that is shown.
  private mutating func scroll(_ scalars: [Unicode.Scalar], to cursor: Int, room: Int) {
    // A cluster has few scalars, and of a long line only what a row can show is looked at.
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

  /// Steps back, or the characters between again.
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

  /// A scalar as the terminal gets it: one that it cannot show, or that acts on it, is a question mark.
  private func drawn(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.isControl || !showsUnicode && !scalar.isASCII ? "?" : scalar
  }
}
