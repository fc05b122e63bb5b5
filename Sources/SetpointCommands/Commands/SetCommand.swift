import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

/// `setpoint set`: writes cells.
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change cells, names, notes, the device or the unit.",
    discussion: """
      Values are written as in the editor: 6:30, 630p, +15, -1h; 68.5, +1, 20c. An address is a tag or \
      DAY.PERIOD.FIELD; several days are mon,wed, tue-fri, weekdays, weekend or all. unit= \
      (converts every temperature), name=, notes=, device= and sides= change the rest. Nothing \
      changes in a file if one assignment is rejected or causes an error.

      Examples:
        setpoint set home.json tuesday.leave.heat=64 weekend.wake.time=7:30
        setpoint set home.json sides=both --cool 78,85
        setpoint set '*.wake.heat=+1' schedules/ --dry-run
      """)

  @Argument(
    help: "Assignments, files and folders (default: your default document).",
    completion: .assignmentsAndFiles)
  var arguments: [String]

  @Option(help: "Added heat setpoints, occupied and set back (70,62).")
  var heat: String?

  @Option(help: "Added cool setpoints, occupied and set back (78,85).")
  var cool: String?

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var change: ChangeOptions

  @OptionGroup var color: ColorOption

  private var files: [String] { arguments.filter { !CellArguments.isAssignment($0) } }

  func validate() throws {
    guard arguments.contains(where: CellArguments.isAssignment) else {
      throw ValidationError("no assignment; write one as tuesday.leave.heat=64")
    }
    guard heat == nil && cool == nil || arguments.contains(where: { $0.hasPrefix("sides=") })
    else {
      throw ValidationError("--heat and --cool require sides=heat, sides=cool or sides=both")
    }
    try change.check(files)
  }

  func run() throws {
    let (members, words) = try MemberAssignments.taken(
      from: arguments.filter(CellArguments.isAssignment))
    let assignments = try words.map(Assignment.init)
    let levels = [Side.heat: heat, .cool: cool].compactMapValues(\.self)
    for (index, assignment) in assignments.enumerated() {
      let cells = Set(assignment.cells)
      for first in assignments[..<index] {
        guard let cell = first.cells.first(where: cells.contains) else { continue }
        throw Failure(
          .usage,
          "\(first.text.quoted()) and \(assignment.text.quoted()) both set \(cell); nothing was changed"
        )
      }
    }
    if let other = files.first(where: { !CellArguments.isFileName($0) }) {
      throw Failure(
        .usage, "\(other.quoted()): expected ADDRESS=VALUE or a file; nothing was changed")
    }
    let step = "set \(arguments.filter(CellArguments.isAssignment).joined(separator: " "))"
    try change.carryOut(on: files, step: step) { document in
      // A unit belongs to the whole document.
      let index =
        members.isUnitAlone && assignments.isEmpty
        ? 0 : try document.scheduleIndex(named: schedule.schedule)
      var contents = document.document.contents
      var lines = try members.carryOut(
        on: &contents, index, levels: levels, of: document.path)
      let before = document.document.contents.converted(to: contents.unit)
      let old = before.schedules[index].week
      var week = contents.schedules[index].week
      contents.schedules[index].week = old
      lines += ContentsDiff(from: before, to: contents).lines(each: change.words.each)
      for assignment in assignments { try assignment.carryOut(on: &week, of: document.path) }
      try refuseNewProblems(from: old, to: week, of: document.path)
      contents.schedules[index].week = week
      document.document.contents = contents
      return lines + old.changes(to: week).lines(each: change.words.each)
    }
  }

  /// Throws if a week breaks a rule that it did not break before.
  private func refuseNewProblems(from old: Week, to new: Week, of file: String) throws(Failure) {
    let errors = WeekCheck.errors(in: new)
    guard !errors.isEmpty else { return }
    let known = Set(WeekCheck.findings(in: DraftWeek(old)).map { "\($0.code) \($0.cell)" })
    let fresh = errors.filter { !known.contains("\($0.code) \($0.cell)") }
    guard !fresh.isEmpty else { return }
    let said =
      change.words.each
      ? fresh.map { ($0, $0.message, 0) }
      : fresh.foldedRows(alike: \.code, row: { $0.cell.row }, sentence: \.message).map {
        ($0.elements[0], $0.sentence, $0.elements.count - 1)
      }
    let sentences = said.map { first, sentence, others in
      let more = others > 0 ? " and \(others) more" : ""
      return "\(file): error[\(first.code)] \(sentence) (tag \(first.cell.tag)\(more))"
    }
    throw Failure(.problems, sentences + ["\(file): nothing was changed"])
  }
}

/// Cells and their new value.
private struct Assignment {
  let text: String
  let cells: [CellAddress]
  private let value: String

  /// Parses `ADDRESS=VALUE`; the value is parsed for each cell.
  init(_ text: String) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    self.text = text
    value = String(parts[parts.count - 1])
    cells = try Failure.usage(
      "\(text.quoted()): ", { () throws(Refusal) in try CellAddress.list(parts[0]) },
      "; nothing was changed")
  }

  /// Sets the cells to the value.
  func carryOut(on week: inout Week, of file: String) throws(Failure) {
    for cell in cells {
      week[cell] = try Failure.usage(
        "\(file): \(text.quoted()): ",
        { () throws(Refusal) in
          try week[cell.row].value(of: cell.field, typed: value, unit: week.unit)
        }, "; nothing was changed")
    }
  }
}
