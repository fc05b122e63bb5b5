import Diagnostics
package import ScheduleModel
import ScheduleRules
package import TwoWayTable

/// Maps the positions of a table to cells of a week.
///
/// A section may represent several days: an edit then changes all of them.
package struct WeekLayout: Sendable {
  package private(set) var table: TableLayout
  /// The arrangement in the layout file; nil to show as many cells as possible.
  let preferredArrangement: GridArrangement?
  /// The clock style in the layout file.
  package let clock: ClockStyle?
  /// The form for a row with both sides: that of the file, or one with the fields of its columns.
  private let wholeRowForm: FormLayout
  /// The columns of the file, for both sides.
  private var columns: [(field: Field, column: TableColumn, editor: any FieldEditor)] = []
  /// The sides of the current schedule; columns of missing sides are hidden.
  private(set) var sides = Sides.both
  private(set) var days: [[Weekday]]
  /// The first day of the week, regardless of grouping.
  private(set) var firstDay: Weekday
  let periods: [Period]
  private(set) var fields: [Field]

  /// The built-in layout, in a file like any other.
  package static let week: WeekLayout = {
    do {
      return try WeekLayout(reading: PackageResources.week_json, file: "week.json")
    } catch {
      fatalError("the built-in layout: \(error)")
    }
  }()

  /// The editors that a layout can name.
  private static let registry = FieldEditorRegistry([
    "time": ClockTimeEditor.self, "temperature": TemperatureEditor.self,
    "number": NumberEditor.self, "choice": ChoiceEditor.self,
  ])

  static func standardEditor(of field: Field) -> any FieldEditor {
    field == .time ? ClockTimeEditor(clock: .twentyFourHour) : TemperatureEditor(unit: .fahrenheit)
  }

  /// Reads a layout file; `file` is its name in errors.
  ///
  /// - Throws: `FileProblems`.
  package init(reading bytes: [UInt8], file: String) throws(FileProblems) {
    let layout = try TableLayoutFile(reading: bytes, file: file, editors: Self.registry)
    var problems: [Diagnostic] = []
    func report(_ message: String, at place: String) {
      problems += layout.problem(message, at: place).problems
    }
    func known<Value>(_ value: Value?, or message: String, at place: String) -> Value? {
      if value == nil { report(message, at: place) }
      return value
    }
    table = layout.layout
    preferredArrangement = layout.arrangement
    days = table.sections.enumerated().map { index, section in
      section.keys.enumerated().compactMap { number, key in
        known(
          Weekday.allCases.first { $0.name == key },
          or: "\"\(key)\" is not a day; use monday to sunday",
          at: "sections[\(index)].keys[\(number)]")
      }
    }
    firstDay = days.first?.first ?? .monday
    periods = table.rows.enumerated().compactMap { index, row in
      known(
        Period.allCases.first { [$0.name] == row.keys },
        or: "a row must be one of wake, leave, return, sleep", at: "rows[\(index)]")
    }
    for (index, column) in table.columns.enumerated() {
      let field = known(
        Field.displayOrder.first { $0.name == column.key },
        or: "\"\(column.key)\" is not time, heat or cool", at: "fields[\(index)].key")
      if !column.valueRoles.isEmpty {
        report("roles is not supported in a layout of a week", at: "fields[\(index)].roles")
      }
      guard let field else { continue }
      do throws(Refusal) {
        columns.append((field, column, try Self.fit(layout.editors[index], for: field)))
      } catch {
        report(error.reason, at: "fields[\(index)].editor")
      }
    }
    fields = columns.map(\.field)
    wholeRowForm = Self.rowForm(in: layout, report)
    if layout.allowsNewRows {
      report("newRows is not supported: a week always has four rows", at: "newRows")
    }
    clock = layout.settings["clock"]?.number.flatMap(Int.init(exactly:)).flatMap(ClockStyle.init)
    for name in layout.settings.keys.sorted() where name != "clock" || clock == nil {
      report("the only setting is clock: 12 or 24", at: "settings.\(name)")
    }
    guard problems.isEmpty else { throw FileProblems(problems) }
  }

  /// The layout with the same sections, starting with that of `day`.
  package func beginning(on day: Weekday) -> WeekLayout {
    guard let first = days.firstIndex(where: { $0.contains(day) }) else { return self }
    var result = self
    result.days = Array(days[first...] + days[..<first])
    result.firstDay = day
    result.table = table.replacing(
      sections: Array(table.sections[first...] + table.sections[..<first]))
    return result
  }

  /// The layout without the columns of other sides; shows times if no column is left.
  func showing(_ sides: Sides) -> WeekLayout {
    guard sides != self.sides else { return self }
    var result = self
    result.sides = sides
    var shown = columns.filter { sides.contains(column: $0.field) }
    if shown.isEmpty { shown = [Self.week.columns[0]] }
    result.fields = shown.map(\.field)
    result.table = table.replacing(columns: shown.map(\.column))
    return result
  }

  /// The form for a row, without the fields of missing sides.
  var rowForm: FormLayout {
    guard sides != .both else { return wholeRowForm }
    var form = wholeRowForm
    form.fields.removeAll { Field($0.key).map { !sides.contains(column: $0) } ?? false }
    let keys = Set(form.fields.map(\.key))
    form.rules.removeAll { !keys.isSuperset(of: $0.fields) }
    form.configuration.firstFocus = nil
    return form
  }

  /// The groupings of days, by their names in `view`.
  static let groupings: [(name: String, days: [[Weekday]])] = [
    ("7", Weekday.allCases.map { [$0] }), ("5+2", [Weekday.workdays, Weekday.weekend]),
    ("5+1+1", [Weekday.workdays, [.saturday], [.sunday]]),
  ]

  /// The layout with a section for each group of days; an edit changes all of them.
  func grouping(_ groups: [[Weekday]]) -> WeekLayout {
    // The group with the first day of the week comes first.
    let order = Weekday.week(from: firstDay)
    let groups = groups.sorted { one, other in
      (order.firstIndex(where: one.contains) ?? 0) < (order.firstIndex(where: other.contains) ?? 0)
    }
    var result = self
    result.days = groups
    result.table = table.replacing(
      sections: groups.map { days in
        let title = days.count == 1 ? days[0].title : days[0].isWeekend ? "Weekend" : "Weekdays"
        return TableLayout.Title(title, short: DayGroup(days).label, keys: days.map(\.name))
      })
    return result
  }

  func editor(of field: Field) -> any FieldEditor {
    columns.first { $0.field == field }?.editor ?? Self.standardEditor(of: field)
  }

  // MARK: Cells and positions

  /// The cells of a position, at least one.
  func cells(at position: TablePosition) -> [CellAddress] {
    days[position.section].map {
      CellAddress($0, periods[position.row], fields[position.column])
    }
  }

  func cell(at position: TablePosition) -> CellAddress { cells(at: position)[0] }

  /// The position of a cell; nil if the layout does not show it.
  func position(of cell: CellAddress) -> TablePosition? {
    guard let section = days.firstIndex(where: { $0.contains(cell.day) }),
      let row = periods.firstIndex(of: cell.period), let column = fields.firstIndex(of: cell.field)
    else { return nil }
    return TablePosition(section: section, row: row, column: column)
  }

  var week: [Weekday] { Weekday.week(from: firstDay) }
}

struct WeekTable: TableSource {
  private let week: Week
  private let saved, before: Week?
  private let layout: WeekLayout
  private let clock: ClockStyle
  /// The cells with an error or in conflict, and those with a warning.
  private let marked, doubtful: Set<CellAddress>

  /// Shows a week. `saved` is its saved version, if any, and `before` the version before another program changed it.
  init(
    _ week: Week, saved: Week?, before: Week?, layout: WeekLayout,
    clock: ClockStyle, findings: [CellFinding], conflicts: [CellAddress]
  ) {
    (self.week, self.saved, self.before) = (week, saved, before)
    (self.layout, self.clock) = (layout, clock)
    func cells(_ findings: [CellFinding]) -> Set<CellAddress> {
      Set(findings.flatMap { [$0.cell] + $0.related })
    }
    marked = cells(findings.filter { $0.severity == .error }).union(conflicts)
    doubtful = cells(findings.filter { $0.severity != .error })
  }

  func cell(at position: TablePosition) -> TableCell {
    let cells = layout.cells(at: position)
    let value = week[cells[0]]
    let column = layout.table.columns[position.column]
    var text = value.text(clock)
    // In a left-aligned column, times of the 12-hour clock end below each other.
    if case .time = value, clock == .twelveHour, column.alignment == .left {
      text = String(repeating: " ", count: max(0, min(6, column.width) - text.utf8.count)) + text
    }
    return TableCell(cells.allSatisfy { week[$0] == value } ? text : "~", mark: mark(of: cells))
  }

  private func mark(of cells: [CellAddress]) -> TableCell.Mark? {
    if !marked.isDisjoint(with: cells) { return .problem }
    if !doubtful.isDisjoint(with: cells) { return .doubtful }
    guard let saved else { return nil }
    if week.differs(from: saved, in: cells) { return .changed }
    return before.map { week.differs(from: $0, in: cells) } ?? false ? .changedOutside : nil
  }
}

extension Week {
  func differs(from other: Week, in cells: [CellAddress]) -> Bool {
    cells.contains { self[$0] != other[$0] }
  }
}

extension WeekLayout {
  /// Whether an editor can edit a field's values; choices are in the form of files.
  private static func fit(
    _ editor: any FieldEditor, for field: Field
  ) throws(Refusal) -> any FieldEditor {
    // The registry has no texts: no editor was named.
    if editor is TextEditor { return standardEditor(of: field) }
    if let choice = editor as? ChoiceEditor {
      var choices: [CellValue] = []
      for text in choice.choices {
        let value = try CellValue(text, of: field)
        guard !choices.contains(value) else { throw Refusal("choices names \(value) twice") }
        choices.append(value)
      }
      // A step goes to the next value, also in a form.
      return ChoiceEditor(choices: choices.sorted().map(\.description))
    }
    if field == .time {
      if editor is ClockTimeEditor { return editor }
      throw Refusal("time requires the editor time, or a choice of times")
    }
    if editor is TemperatureEditor || editor is NumberEditor { return editor }
    throw Refusal(
      "\(field.name) requires the editor temperature, number, or a choice of temperatures")
  }

  private static func rowForm(
    in layout: TableLayoutFile, _ report: (_ message: String, _ place: String) -> Void
  ) -> FormLayout {
    for form in layout.forms where form.name != "row" {
      report("the only form is row", "forms.\(form.name)")
    }
    guard var form = layout.form(named: "row") else {
      let fields = zip(layout.layout.columns, layout.editors).map { column, editor in
        FormField(key: column.key, label: column.title, editor: editor)
      }
      return FormLayout(name: "row", fields: fields)
    }
    if form.configuration.allowsDelete == true || form.configuration.deleteQuestion != nil {
      report("a row of the week cannot be deleted", "forms.row")
    }
    form.fields = form.fields.enumerated().compactMap { index, field in
      var field = field
      guard let known = Field.displayOrder.first(where: { $0.name == field.key }) else {
        report("a field of this form is time, heat or cool", "forms.row.fields[\(index)]")
        return nil
      }
      do throws(Refusal) {
        guard field.opens == nil else { throw Refusal("a field of this form cannot have opens") }
        field.editor = try fit(field.editor, for: known)
        return field
      } catch {
        report(error.reason, "forms.row.fields[\(index)]")
        return nil
      }
    }
    return form
  }
}
