import TerminalScreen

extension TerminalWriter {
  /// Writes what differs between a row and what stands there, nil for an unknown row.
  mutating func write(_ row: Int, _ cells: [ShownCell], over old: [ShownCell]?) {
    var differs = [Bool](repeating: true, count: cells.count)
    if let old {
      for index in cells.indices { differs[index] = !cells[index].looks(like: old[index]) }
    }
    // Half of a wide character is never written.
    for index in cells.indices.dropFirst() where cells[index].isRightHalf {
      differs[index - 1] = differs[index - 1] || differs[index]
      differs[index] = differs[index - 1]
    }
    guard let last = differs.lastIndex(of: true) else { return }
    var column = 0
    while column <= last {
      guard differs[column] else {
        column += 1
        continue
      }
      if let old, pullLeft(row, cells, over: old, differs, from: column, last: last) { return }
      if let next = erase(row, cells, differs, from: column, last: last) {
        column = next
        continue
      }
      approach(ScreenPoint(row: row, column: column), cells)
      column = writeCell(row, cells, differs, column)
    }
  }

  /// Erases the blanks that begin at `start`, where that is shorter than writing them; returns the
  /// column behind them, nil where nothing was erased.
  private mutating func erase(
    _ row: Int, _ cells: [ShownCell], _ differs: [Bool], from start: Int, last: Int
  ) -> Int? {
    let first = cells[start]
    guard first.isBlank, canErase(first.rendition) else { return nil }
    var end = start
    var written = 0
    for index in start..<cells.count {
      guard cells[index].isBlank, cells[index].rendition.looksBlank(like: first.rendition) else {
        break
      }
      if differs[index] { written = index + 1 - start }
      end = index + 1
    }
    if end == cells.count, let erasesLine, written > erasesLine.count {
      approach(ScreenPoint(row: row, column: start), cells)
      renderBlank(first.rendition, before: nil)
      output += erasesLine
      return end
    }
    guard let erasesCharacters else { return nil }
    let erasing = terminfo.expand(erasesCharacters, written)
    // The cursor stays where it is, and has to be moved to what is written next.
    let isLast = start + written > last
    let moving =
      isLast
      ? 0
      : motions.shortest(
        from: ScreenPoint(row: row, column: start),
        to: ScreenPoint(row: row, column: min(start + written, cells.count - 1))
      ).count
    guard written > erasing.count + moving else { return nil }
    approach(ScreenPoint(row: row, column: start), cells)
    renderBlank(first.rendition, before: nil)
    output += erasing
    return start + written
  }

  /// Deletes characters where that brings the rest of the row to its place, as behind a text that got
  /// shorter, and is shorter than writing it; returns whether it did.
  private mutating func pullLeft(
    _ row: Int, _ cells: [ShownCell], over old: [ShownCell], _ differs: [Bool], from start: Int,
    last: Int
  ) -> Bool {
    guard let deletesCharacters, cells.count == size.columns, let end = cells.last, end.isBlank,
      canErase(end.rendition)
    else { return false }
    let changed = differs[start...].count { $0 }
    for count in 1..<max(1, min(cells.count - start, 32)) {
      let kept = start..<(cells.count - count)
      guard kept.allSatisfy({ cells[$0].looks(like: old[$0 + count]) }),
        cells[kept.upperBound...].allSatisfy({
          $0.isBlank && $0.rendition.looksBlank(like: end.rendition)
        }), !cells[start].isRightHalf, !old[start].isRightHalf, !old[start + count].isRightHalf
      else { continue }
      let deleting = terminfo.expand(deletesCharacters, count)
      guard deleting.count < changed else { return false }
      approach(ScreenPoint(row: row, column: start), cells)
      renderBlank(end.rendition, before: nil)
      output += deleting
      return true
    }
    return false
  }

  /// Whether erased cells look like blanks of this rendition.
  private func canErase(_ rendition: Rendition) -> Bool {
    rendition.emphasis.isDisjoint(with: [.reverse, .underline])
      && (erasesInColor || rendition.background == nil)
  }

  /// Goes to a column, by writing what stands before it again where that is shorter.
  private mutating func approach(_ target: ScreenPoint, _ cells: [ShownCell]) {
    guard let position, position != target else {
      move(to: target)
      return
    }
    let gap = position.column..<max(position.column, target.column)
    if position.row == target.row, !gap.isEmpty, let rendition,
      cells[gap].allSatisfy({ isShown($0, in: rendition) })
    {
      let again = cells[gap].reduce(into: []) { Self.append($1, to: &$0) }
      if again.count <= motions.shortest(from: position, to: target).count {
        output += again
        self.position = target
        return
      }
    }
    move(to: target)
  }

  private func isShown(_ cell: ShownCell, in rendition: Rendition) -> Bool {
    !cell.isRightHalf
      && (cell.rendition == rendition
        || cell.isBlank && cell.rendition.looksBlank(like: rendition))
  }

  /// Writes the cell at `column`, where the cursor is; returns the column behind it.
  private mutating func writeCell(
    _ row: Int, _ cells: [ShownCell], _ differs: [Bool], _ column: Int
  ) -> Int {
    let cell = cells[column]
    let isWide = column + 1 < cells.count && cells[column + 1].isRightHalf
    let next = column + (isWide ? 2 : 1)
    let isLastCell = row == size.rows - 1 && next == size.columns
    // Better a blank than a screen that moved.
    if isLastCell, scrollsAtLastCell, lastCellGuard == nil {
      if isWide {
        renderBlank(cell.rendition, before: nil)
        output.append(0x20)
        position = ScreenPoint(row: row, column: column + 1)
      }
      return next
    }
    if cell.isBlank {
      let text = cells[next...].firstIndex { !$0.isBlank }
      let isNext = text.map { differs[next...$0].allSatisfy { $0 } } ?? false
      renderBlank(cell.rendition, before: isNext ? text.map { cells[$0].rendition } : nil)
    } else {
      render(cell.rendition)
    }
    if isLastCell, let lastCellGuard { output += lastCellGuard.before }
    Self.append(cell, to: &output)
    if isLastCell, let lastCellGuard { output += lastCellGuard.behind }
    // At the margin the cursor may be on the next line already.
    position = next < size.columns ? ScreenPoint(row: row, column: next) : nil
    return next
  }

  /// Settles what shows in a blank. The colour of the text does not, and can wait for the text, or
  /// come early with that of `next`.
  private mutating func renderBlank(_ wanted: Rendition, before next: Rendition?) {
    if let rendition, rendition.looksBlank(like: wanted) { return }
    render(next.map { $0.looksBlank(like: wanted) ? $0 : wanted } ?? wanted)
  }

  private static func append(_ cell: ShownCell, to output: inout [UInt8]) {
    guard cell.scalar > 0x7F || cell.mark != 0 else {
      output.append(UInt8(truncatingIfNeeded: cell.scalar))
      return
    }
    for value in [cell.scalar, cell.mark] where value != 0 {
      output += Array(UTF8.encode(Unicode.Scalar(value) ?? "?") ?? UTF8.encodedReplacementCharacter)
    }
  }
}
