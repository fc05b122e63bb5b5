import TerminalScreen

extension TerminalWriter {
  /// Writes what `differs` between a row of a surface and what stands there, nil for an unknown row. Of a row
  /// that is written in pieces nothing can be moved.
  mutating func write(
    _ row: Int, _ cells: ShownRow, over old: ShownRow?, where differs: [Bool],
    isWhole: Bool = true
  ) {
    guard let last = differs.lastIndex(of: true) else { return }
    let shortening =
      isWhole ? old.flatMap { self.shortening(cells, over: $0, last: last) } : nil
    var column = 0
    while column <= last {
      guard differs[column] else {
        column += 1
        continue
      }
      if let old, let shortening,
        pullLeft(row, cells, over: old, by: shortening, differs, from: column)
      {
        return
      }
      if let next = erase(row, cells, differs, from: column, last: last) {
        column = next
        continue
      }
      let wanted = rendition(toWrite: column, of: cells, differs)
      approach(ScreenPoint(row: row, column: column), cells, thenIn: wanted)
      render(wanted)
      column = writeCell(row, cells, column)
    }
  }

  /// Which cells of a row differ from what stands there, nil for an unknown row.
  func differs(
    _ cells: ShownRow, over old: ShownRow?, in columns: Range<Int>
  ) -> [Bool] {
    var differs = [Bool](repeating: false, count: cells.count)
    // What is shown of a cell depends on its neighbours as well: halves of a wide character.
    let columns = (columns.lowerBound - 1)..<(columns.upperBound + 1)
    for index in columns.clamped(to: cells.indices) {
      differs[index] = old.map { !cells[index].looks(like: $0[index]) } ?? true
    }
    // Half of a wide character is never written.
    for index in columns.clamped(to: 1..<max(1, cells.count)) where cells[index].isRightHalf {
      differs[index - 1] = differs[index - 1] || differs[index]
      differs[index] = differs[index - 1]
    }
    if cells.hasClusters || old?.hasClusters ?? false,
      let uncertain = differs.indices.first(where: {
        differs[$0] && (cells[$0].isUncertain || old?[$0].isUncertain ?? false)
      })
    {
      // A terminal that takes another number of columns for it has written over its neighbours.
      for index in uncertain..<cells.count { differs[index] = true }
    }
    return differs
  }

  /// Erases the blanks that begin at `start`, where that is shorter than writing them; returns the
  /// column behind them, nil where nothing was erased.
  private mutating func erase(
    _ row: Int, _ cells: ShownRow, _ differs: [Bool], from start: Int, last: Int
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
      // Blanks that stand before them already need not be passed.
      let isBehindBlanks =
        position.map { here in
          here.row == row && here.column < start
            && cells[here.column..<start].allSatisfy {
              $0.isBlank && $0.rendition.looksBlank(like: first.rendition)
            }
        } ?? false
      if !isBehindBlanks { approach(ScreenPoint(row: row, column: start), cells) }
      renderBlank(first.rendition)
      output += erasesLine
      return end
    }
    guard let erasesCharacters else { return nil }
    let erasing = terminfo.expand(erasesCharacters, written)
    guard written > erasing.count else { return nil }
    let here = ScreenPoint(row: row, column: start)
    // The cursor stays where it is, and has to be moved to what is written next.
    if start + written <= last {
      let next = ScreenPoint(row: row, column: start + written)
      guard written > erasing.count + motions.shortest(from: here, to: next).count else {
        return nil
      }
    }
    approach(here, cells)
    renderBlank(first.rendition)
    output += erasing
    return start + written
  }

  /// By how much a row got shorter whose end is erased, and where its text ends now; nil for a row that
  /// did not.
  private func shortening(
    _ cells: ShownRow, over old: ShownRow, last: Int
  ) -> (end: Int, count: Int, blank: Rendition)? {
    guard deletesCharacters != nil, cells.count == size.columns, let blank = cells.last,
      blank.isBlank, canErase(blank.rendition), cells[last].looks(like: blank)
    else { return nil }
    let end = Self.textEnd(of: cells, before: blank)
    let count = Self.textEnd(of: old, before: blank) - end
    guard count > 0, !cells.hasClusters, !old.hasClusters else { return nil }
    return (end, count, blank.rendition)
  }

  /// Where the cells end that do not look like `blank`.
  private static func textEnd(of cells: ShownRow, before blank: ShownCell) -> Int {
    (cells.lastIndex { !$0.looks(like: blank) } ?? -1) + 1
  }

  /// Deletes characters where that brings the rest of the row to its place, as behind a text that got
  /// shorter, and is shorter than writing it; returns whether it did.
  private mutating func pullLeft(
    _ row: Int, _ cells: ShownRow, over old: ShownRow,
    by shortening: (end: Int, count: Int, blank: Rendition), _ differs: [Bool], from start: Int
  ) -> Bool {
    let (end, count, blank) = shortening
    guard let deletesCharacters, end > start, !cells[start].isRightHalf, !old[start].isRightHalf,
      !old[start + count].isRightHalf,
      (start..<end).allSatisfy({ cells[$0].looks(like: old[$0 + count]) })
    else { return false }
    let deleting = terminfo.expand(deletesCharacters, count)
    guard deleting.count < differs[start...].count(where: { $0 }) else { return false }
    approach(ScreenPoint(row: row, column: start), cells)
    renderBlank(blank)
    output += deleting
    return true
  }

  /// Whether erased cells look like blanks of this rendition.
  private func canErase(_ rendition: Rendition) -> Bool {
    rendition.emphasis.isDisjoint(with: [.reverse, .underline])
      && (erasesInColor || rendition.background == nil)
  }

  /// Goes to a column, by writing what stands before it again where that is shorter, from the cursor or from the
  /// beginning of the row, in the rendition in effect or in the one that is `wanted` there.
  private mutating func approach(
    _ target: ScreenPoint, _ cells: ShownRow, thenIn wanted: Rendition? = nil
  ) {
    guard position != target else { return }
    let way = motions.shortest(from: position, to: target)
    if let position, position.row == target.row, position.column < target.column,
      writeAgain(from: position, upTo: target, cells, thenIn: wanted, most: way.count)
    {
      return
    }
    let start = ScreenPoint(row: target.row, column: 0)
    if target.column > 0, target.column + 1 < way.count,
      writeAgain(from: start, upTo: target, cells, thenIn: wanted, most: way.count - 1)
    {
      return
    }
    move(to: target, by: way)
  }

  /// Goes to `start` and writes what stands between it and `target`, where that takes `most` bytes at most and
  /// stands there in one of the two renditions; returns whether it did.
  private mutating func writeAgain(
    from start: ScreenPoint, upTo target: ScreenPoint, _ cells: ShownRow,
    thenIn wanted: Rendition?, most: Int
  ) -> Bool {
    let way = motions.shortest(from: position, to: start)
    guard target.column - start.column + way.count <= most else { return false }
    let gap = cells[start.column..<target.column]
    for rendition in [rendition, wanted] {
      guard let rendition, gap.allSatisfy({ isShown($0, in: rendition) }) else { continue }
      let again = gap.reduce(into: []) { Self.append($1, to: &$0) }
      guard way.count + again.count <= most else { continue }
      if position != start { move(to: start, by: way) }
      render(rendition)
      output += again
      position = target
      return true
    }
    return false
  }

  private func isShown(_ cell: ShownCell, in rendition: Rendition) -> Bool {
    !cell.isRightHalf && !cell.isUncertain
      && (cell.rendition == rendition
        || cell.isBlank && cell.rendition.looksBlank(like: rendition))
  }

  /// Writes the cell at `column`, where the cursor is; returns the column behind it.
  private mutating func writeCell(
    _ row: Int, _ cells: ShownRow, _ column: Int
  ) -> Int {
    let cell = cells[column]
    let isWide = column + 1 < cells.count && cells[column + 1].isRightHalf
    let next = column + (isWide ? 2 : 1)
    let isLastCell = row == size.rows - 1 && next == size.columns
    // Better a blank than a screen that moved.
    if isLastCell, scrollsAtLastCell, lastCellGuard == nil {
      if isWide {
        output.append(0x20)
        position = ScreenPoint(row: row, column: column + 1)
      }
      return next
    }
    if cell.isUncertain {
      // Blank first, since a terminal may take fewer columns for it; then to where it ends, whatever that
      // terminal made of it. Erased where that can be: tmux 3.3 mixes up blanks that are written over at once.
      if let erasesCharacters {
        output += terminfo.expand(erasesCharacters, next - column)
      } else {
        output += Array(repeating: 0x20, count: next - column)
        position = ScreenPoint(row: row, column: next)
        move(to: ScreenPoint(row: row, column: column))
        if !movesInRendition { render(cell.rendition) }
      }
      Self.append(cell, to: &output)
      position = nil
      return next
    }
    if isLastCell, let lastCellGuard { output += lastCellGuard.before }
    Self.append(cell, to: &output)
    if isLastCell, let lastCellGuard { output += lastCellGuard.behind }
    // At the margin the cursor may be on the next line already.
    position = next < size.columns ? ScreenPoint(row: row, column: next) : nil
    return next
  }

  /// The rendition in which a cell is written. Of a blank the colour of the text does not show, and can
  /// wait for the text, or come early with that of the text behind it.
  private func rendition(
    toWrite column: Int, of cells: ShownRow, _ differs: [Bool]
  ) -> Rendition {
    let cell = cells[column]
    guard cell.isBlank else { return cell.rendition }
    if let rendition, rendition.looksBlank(like: cell.rendition) { return rendition }
    guard let text = cells[(column + 1)...].firstIndex(where: { !$0.isBlank }),
      differs[(column + 1)...text].allSatisfy({ $0 }),
      cells[text].rendition.looksBlank(like: cell.rendition)
    else { return cell.rendition }
    return cells[text].rendition
  }

  /// Settles what shows in blanks that are erased.
  private mutating func renderBlank(_ wanted: Rendition) {
    if let rendition, rendition.looksBlank(like: wanted) { return }
    render(wanted)
  }

  private static func append(_ cell: ShownCell, to output: inout [UInt8]) {
    guard cell.character > 0x7F || cell.mark != 0 else {
      output.append(UInt8(truncatingIfNeeded: cell.character))
      return
    }
    let scalars =
      cell.cluster.isEmpty
      ? [cell.character, cell.mark].filter { $0 != 0 }.map { Unicode.Scalar($0) ?? "?" }
      : cell.cluster
    for scalar in scalars {
      output += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
