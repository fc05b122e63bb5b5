import ScheduleModel
import TwoWayTable

/// A place in the table as it lies on the screen: lines of cells from the top, cells from the left.
struct TablePlace: Hashable {
  var line: Int
  var column: Int
}

/// Which cells of a week the positions of a table stand for, and how the table lies.
///
/// A section may stand for several days: an edit there is an edit of each of them.
struct WeekLayout: Hashable {
  /// The titles and columns.
  let table: TableLayout
  /// How the table lies on the screen, which decides where arrows lead.
  var arrangement: GridArrangement
  private let days: [[Weekday]]
  private let periods: [Period]
  private let fields: [Field]

  /// The whole week, days from Monday and fields in display order.
  init(arrangement: GridArrangement = .across) {
    self.arrangement = arrangement
    table = WeekTable.layout
    days = Weekday.allCases.map { [$0] }
    periods = Period.allCases
    fields = Field.displayOrder
  }

  // MARK: Cells and positions

  /// The cells that a position stands for, at least one.
  func cells(at position: TablePosition) -> [CellAddress] {
    days[position.section].map {
      CellAddress($0, periods[position.row], fields[position.column])
    }
  }

  /// The first cell that a position stands for.
  func cell(at position: TablePosition) -> CellAddress {
    CellAddress(days[position.section][0], periods[position.row], fields[position.column])
  }

  /// Where a cell stands; nil when the layout leaves it out.
  func position(of cell: CellAddress) -> TablePosition? {
    guard let section = days.firstIndex(where: { $0.contains(cell.day) }),
      let row = periods.firstIndex(of: cell.period), let column = fields.firstIndex(of: cell.field)
    else { return nil }
    return TablePosition(section: section, row: row, column: column)
  }

  /// The rows of the week that a row of the table stands for.
  func rows(ofTableRow number: Int) -> [RowAddress] {
    let (section, row) = number.quotientAndRemainder(dividingBy: periods.count)
    return days[section].map { RowAddress($0, periods[row]) }
  }

  // MARK: Places

  /// How many lines of cells there are.
  var lineCount: Int { arrangement == .across ? days.count : days.count * periods.count }

  /// How many cells stand side by side.
  var columnCount: Int { arrangement == .across ? periods.count * fields.count : fields.count }

  /// Where a position lies on the screen.
  func place(of position: TablePosition) -> TablePlace {
    switch arrangement {
    case .across:
      TablePlace(
        line: position.section, column: position.row * fields.count + position.column)
    case .stacked:
      TablePlace(line: position.section * periods.count + position.row, column: position.column)
    }
  }

  /// The position that lies at a place.
  func position(at place: TablePlace) -> TablePosition {
    switch arrangement {
    case .across:
      TablePosition(
        section: place.line, row: place.column / fields.count, column: place.column % fields.count)
    case .stacked:
      TablePosition(
        section: place.line / periods.count, row: place.line % periods.count, column: place.column)
    }
  }
}

/// Where the cursor can go.
enum CursorMove: String, Hashable, CaseIterable {
  case up, down, left, right, next, previous, home, end, top, bottom
  case pageUp = "page-up"
  case pageDown = "page-down"
}

extension WeekLayout {
  /// The position that a move leads to; only `next` and `previous` go on at the table's edges.
  func position(after move: CursorMove, from position: TablePosition) -> TablePosition {
    var place = place(of: position)
    let (lastLine, lastColumn) = (lineCount - 1, columnCount - 1)
    // A page is a section: all of them across, one of them stacked.
    let page = arrangement == .across ? lineCount : periods.count
    switch move {
    case .up: place.line = max(0, place.line - 1)
    case .down: place.line = min(lastLine, place.line + 1)
    case .left: place.column = max(0, place.column - 1)
    case .right: place.column = min(lastColumn, place.column + 1)
    case .next, .previous:
      let count = lineCount * columnCount
      let number = place.line * columnCount + place.column + (move == .next ? 1 : count - 1)
      place = TablePlace(
        line: number % count / columnCount, column: number % count % columnCount)
    case .home: place.column = 0
    case .end: place.column = lastColumn
    case .top: place.line = 0
    case .bottom: place.line = lastLine
    case .pageUp: place.line = max(0, place.line - page)
    case .pageDown: place.line = min(lastLine, place.line + page)
    }
    return self.position(at: place)
  }
}
