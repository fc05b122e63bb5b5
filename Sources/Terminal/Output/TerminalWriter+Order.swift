import TerminalScreen

/// What differs between two pictures is written in pieces, in the order that is the shortest: half of the
/// bytes of a move are ways of the cursor and changes of the rendition.
extension TerminalWriter {
  /// A piece of a row that differs.
  struct Part {
    let row: Int
    let cells, old: ShownRow
    let columns: Range<Int>
    /// Which cells of the row differ and are in it.
    let differs: [Bool]
    /// Whether all that differs in the row is in it.
    let isWhole: Bool
    /// The renditions of its first and its last cell.
    let first, last: Rendition
  }

  /// Up to how many pieces an order is looked for.
  private static let mostParts = 8

  /// What differs, from where the cursor is to the end, then from the beginning.
  func parts(from old: Surface, to new: Surface) -> [Part] {
    let count = min(size.rows, new.size.rows)
    let start = min(position?.row ?? 0, count)
    return [start..<count, 0..<start].joined().flatMap { row -> [Part] in
      guard let columns = new.columns(ofRow: row, differingFrom: old) else { return [] }
      return parts(of: row, shown(new, row), over: shown(old, row), in: Range(columns))
    }
  }

  /// Cuts a row where cells stay the same between two renditions.
  private func parts(
    of row: Int, _ cells: ShownRow, over old: ShownRow, in columns: Range<Int>
  ) -> [Part] {
    let differs = differs(cells, over: old, in: columns)
    guard let first = differs.firstIndex(of: true), let last = differs.lastIndex(of: true) else {
      return []
    }
    var ranges = [first..<(first + 1)]
    if cells.hasClusters || old.hasClusters {
      ranges = [first..<(last + 1)]
    } else {
      for column in (first + 1)..<(last + 1) where differs[column] {
        let end = ranges[ranges.count - 1].upperBound
        if column - end > 1, cells[column].rendition != cells[end - 1].rendition {
          ranges.append(column..<(column + 1))
        } else {
          ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<(column + 1)
        }
      }
    }
    return ranges.map { range in
      var own = differs
      if ranges.count > 1 {
        for column in own.indices where !range.contains(column) { own[column] = false }
      }
      return Part(
        row: row, cells: cells, old: old, columns: range, differs: own, isWhole: ranges.count == 1,
        first: cells[range.lowerBound].rendition, last: cells[range.upperBound - 1].rendition)
    }
  }

  /// Writes a piece.
  mutating func write(_ part: Part) {
    write(part.row, part.cells, over: part.old, where: part.differs, isWhole: part.isWhole)
  }

  /// The pieces in the order in which the ways between them are the shortest, and how many bytes that saves;
  /// nil where that is the order they have or where there are too many.
  func shortest(
    _ parts: [Part], endingAt cursor: ScreenPoint?
  ) -> (parts: [Part], gain: Int)? {
    guard (2...Self.mostParts).contains(parts.count) else { return nil }
    let ends = parts.map { part in
      part.columns.upperBound < size.columns
        ? ScreenPoint(row: part.row, column: part.columns.upperBound) : nil
    }
    let ways = parts.indices.flatMap { part in
      parts.indices.map { next in
        part == next ? 0 : way(from: ends[part], parts[part].last, to: parts[next])
      }
    }
    let beginnings = parts.map { way(from: position, rendition, to: $0) }
    let endings = ends.map { end in cursor.map { motions.shortest(from: end, to: $0).count } ?? 0 }
    // The shortest way through each set of pieces to each last one of them (Held and Karp), at the set's
    // number times the number of pieces, plus the last one's. It runs for nearly every key: two flat arrays.
    let count = parts.count
    let all = (1 << count) - 1
    var costs = [Int](repeating: .max, count: count << count)
    var before = [Int](repeating: 0, count: count << count)
    for part in 0..<count { costs[(1 << part) * count + part] = beginnings[part] }
    for set in 1..<all {
      for last in 0..<count where costs[set * count + last] < .max {
        for next in 0..<count where set & 1 << next == 0 {
          let cost = costs[set * count + last] + ways[last * count + next]
          let place = (set | 1 << next) * count + next
          if cost < costs[place] { (costs[place], before[place]) = (cost, last) }
        }
      }
    }
    guard
      var last = parts.indices.min(by: {
        costs[all * count + $0] + endings[$0] < costs[all * count + $1] + endings[$1]
      })
    else { return nil }
    var set = all
    var order: [Int] = []
    while set != 0 {
      order.append(last)
      (set, last) = (set & ~(1 << last), before[set * count + last])
    }
    order.reverse()
    let cost = { (order: [Int]) in
      zip(order, order.dropFirst()).reduce(beginnings[order[0]] + endings[order[count - 1]]) {
        $0 + ways[$1.0 * count + $1.1]
      }
    }
    let gain = cost(Array(parts.indices)) - cost(order)
    return gain > 0 ? (order.map { parts[$0] }, gain) : nil
  }

  /// How many bytes lead from a place and a rendition, nil for unknown ones, to those of a piece.
  private func way(from point: ScreenPoint?, _ rendition: Rendition?, to part: Part) -> Int {
    let start = ScreenPoint(row: part.row, column: part.columns.lowerBound)
    return motions.shortest(from: point, to: start).count
      + renditions.sequence(from: rendition, to: part.first).count
  }
}
