import ScheduleModel
package import TwoWayTable

/// A place in the table as it lies on the screen: lines of cells from the top, cells from the left.
struct TablePlace: Hashable {
  var line: Int
  var column: Int
}

/// Which cells of a week the positions of a table stand for, and how the table lies.
///
/// A section may stand for several days: an edit there is an edit of each of them.
package struct WeekLayout: Sendable {
  /// The titles and columns.
  package let table: TableLayout
  /// How the table lies on the screen, which decides where arrows lead.
  var arrangement = GridArrangement.across
  /// How the layout wants the table to lie; nil for what shows most.
  let wanted: GridArrangement?
  /// The style of times that the layout asks for.
  let clock: ClockStyle?
  /// The form for a row.
  let rowForm: FormLayout?
  private let days: [[Weekday]]
  private let periods: [Period]
  private let fields: [Field]
  /// The rows of the week that each row of the table stands for, in order.
  let rows: [[RowAddress]]

  /// The layout of the program, in a file like any other.
  package static let week: WeekLayout = {
    do {
      return try WeekLayout(reading: PackageResources.week_json, file: "week.json")
    } catch {
      fatalError("the built-in layout: \(error)")
    }
  }()

  /// The kinds of field editor that a layout can name: those of every table, and a temperature.
  package static let editors: FieldEditorRegistry = {
    var registry = FieldEditorRegistry.standard
    registry.register("time", ClockTimeEditor.self)
    registry.register("temperature", TemperatureEditor.self)
    return registry
  }()

  /// Reads a layout file; `file` is how problems name it.
  ///
  /// - Throws: `FileProblems`, with everything that is wrong.
  package init(reading bytes: [UInt8], file: String) throws(FileProblems) {
    let layout = try TableLayoutFile(reading: bytes, file: file, editors: Self.editors)
    var problems: [FileProblem] = []
    table = layout.layout
    wanted = layout.arrangement
    rowForm = layout.form(named: "row")
    days = table.sections.enumerated().map { index, section in
      section.keys.enumerated().compactMap { number, key in
        let day = Weekday.allCases.first { $0.name == key }
        if day == nil {
          problems.append(
            layout.problem(
              "\"\(key)\" is not a day; use monday to sunday", at: .sectionKey(index, number)))
        }
        return day
      }
    }
    periods = table.rows.enumerated().compactMap { index, row in
      let period = Period.allCases.first { [$0.name] == row.keys }
      if period == nil {
        problems.append(
          layout.problem("a row stands for one of wake, leave, return, sleep", at: .row(index)))
      }
      return period
    }
    fields = table.columns.enumerated().compactMap { index, column in
      let field = Field.displayOrder.first { $0.name == column.key }
      if field == nil {
        problems.append(
          layout.problem("\"\(column.key)\" is not time, heat or cool", at: .fieldKey(index)))
      }
      return field
    }
    for (index, field) in (layout.form(named: "row")?.fields ?? []).enumerated()
    where !Field.displayOrder.contains(where: { $0.name == field.key }) {
      problems.append(
        layout.problem("a field of this form is time, heat or cool", at: .formField("row", index)))
    }
    rows = days.flatMap { [periods] days in
      periods.map { period in days.map { RowAddress($0, period) } }
    }
    clock = layout.settings["clock"]?.number.flatMap { Int(exactly: $0) }
      .flatMap(ClockStyle.init)
    for name in layout.settings.keys.sorted() where name != "clock" || clock == nil {
      problems.append(
        layout.problem("the setting there is here is clock, 12 or 24", at: .setting(name)))
    }
    guard problems.isEmpty else { throw FileProblems(problems) }
  }
}

// MARK: Cells and positions

extension WeekLayout {
  /// The cells that a position stands for, at least one.
  func cells(at position: TablePosition) -> [CellAddress] {
    days[position.section].map {
      CellAddress($0, periods[position.row], fields[position.column])
    }
  }

  /// The numbers of the table's rows that show one of these rows of the week.
  func rowNumbers(showing addresses: Set<RowAddress>) -> [Int] {
    addresses.isEmpty
      ? [] : rows.indices.filter { !addresses.isDisjoint(with: rows[$0]) }
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

  /// The field of each column, in order.
  func field(ofColumn column: Int) -> Field { fields[column] }
}

// MARK: Places

extension WeekLayout {
  /// How many lines of cells there are.
  var lineCount: Int { table.rowCount * fields.count / columnCount }

  /// How many cells stand side by side.
  var columnCount: Int { table.lineWidth(in: arrangement) }

  /// Where a position lies on the screen.
  func place(of position: TablePosition) -> TablePlace {
    let (line, column) = table.number(of: position).quotientAndRemainder(dividingBy: columnCount)
    return TablePlace(line: line, column: column)
  }

  /// The position that lies at a place.
  func position(at place: TablePlace) -> TablePosition {
    table.position(numbered: place.line * columnCount + place.column)
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
    let here = place(of: position)
    // A page is a section: all of them across, one of them below each other.
    let page = arrangement == .across ? lineCount : periods.count
    func after(_ move: TableMove) -> TablePosition {
      table.position(move, from: position, in: arrangement)
    }
    func onLine(_ line: Int) -> TablePosition {
      self.position(at: TablePlace(line: max(0, min(line, lineCount - 1)), column: here.column))
    }
    return switch move {
    case .up: after(.up)
    case .down: after(.down)
    case .left: after(.left)
    case .right: after(.right)
    case .next: after(.next)
    case .previous: after(.previous)
    case .home: after(.firstInLine)
    case .end: after(.lastInLine)
    case .top: onLine(0)
    case .bottom: onLine(lineCount - 1)
    case .pageUp: onLine(here.line - page)
    case .pageDown: onLine(here.line + page)
    }
  }
}
