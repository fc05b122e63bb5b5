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
      Values are written as in the editor: 6:30, 18:30, 630p, +15, -1h; 68, 68.5, +1, -0.5, 20c. \
      The day may be a list with commas, tue-fri, weekdays, weekend, all or *; the period may be all \
      or *. Nothing is changed in a file when one assignment is bad, or when the result would break a \
      rule that the schedule kept before (heat above cool, times out of order).

      sides=heat, sides=cool and sides=both remove the other setpoints of the schedule, or add them: \
      --heat and --cool give the temperatures of added ones for occupied (wake, return) and set-back \
      times (leave, sleep).

      unit=C converts every temperature of the document; name=, notes= and device= describe the schedule, \
      and notes= or device= alone removes the value.

      Examples:
        setpoint set home.json name=Winter unit=C device=trvzb
        setpoint set home.json tuesday.leave.heat=64 weekend.wake.time=7:30
        setpoint set home.json sides=both --cool 78,85
        setpoint set '*.wake.heat=+1' schedules/ --dry-run
      """)

  @Argument(
    help: """
      Assignments: a tag, a path, unit, name, notes or device, an equals sign and a value; schedule files and folders, your \
      default document when none is named; - reads standard input and writes standard output.
      """,
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
    guard heat == nil && cool == nil || arguments.contains(where: SidesChange.isWanted) else {
      throw ValidationError("--heat and --cool require sides=heat, sides=cool or sides=both")
    }
    try change.check(files)
  }
}

extension SetCommand {
  func run() throws {
    let (members, words) = try MemberAssignments.taken(
      from: arguments.filter(CellArguments.isAssignment))
    let assignments = try words.filter { !SidesChange.isWanted($0) }.map(Assignment.init)
    let sides = try SidesChange(words.filter(SidesChange.isWanted), [.heat: heat, .cool: cool])
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
        members.isUnitAlone && assignments.isEmpty && sides == nil
        ? 0 : try document.scheduleIndex(named: schedule.schedule)
      let before = document.document.contents
      var lines = try members.carryOut(on: &document.document.contents, index, of: document.path)
      lines += ContentsDiff(
        from: before.converted(to: document.document.contents.unit),
        to: document.document.contents
      ).lines(each: change.words.each)
      let old = document.document.contents.schedules[index].week
      var week = try sides?.week(old, of: document.path) ?? old
      for assignment in assignments { try assignment.carryOut(on: &week, of: document.path) }
      try refuseNewProblems(from: old, to: week, of: document.path)
      document.document.contents.schedules[index].week = week
      return lines + ScheduleDiff(from: old, to: week).lines(each: change.words.each)
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

/// A change of the sides of a schedule, with the temperatures of added ones.
private struct SidesChange {
  private static let name = "sides="
  private let sides: Sides
  private let levels: [Side: String]

  static func isWanted(_ argument: String) -> Bool { argument.hasPrefix(name) }

  /// Parses `sides=heat`; nil if there is no such word.
  init?(_ words: [String], _ levels: [Side: String?]) throws(Failure) {
    guard let word = words.first else { return nil }
    guard words.count == 1, let sides = Sides(word.dropFirst(Self.name.count)) else {
      throw Failure(
        .usage,
        "\(word.quoted()): expected one of sides=heat, sides=cool and sides=both; nothing was changed"
      )
    }
    self.sides = sides
    self.levels = levels.compactMapValues(\.self)
  }

  /// Returns a week with those sides.
  func week(_ week: Week, of file: String) throws(Failure) -> Week {
    do throws(Refusal) {
      var read: [Side: SideLevels] = [:]
      for (side, text) in levels { read[side] = try SideLevels(side, parsing: text, in: week.unit) }
      return try week.changed(to: sides, read)
    } catch {
      let missing = sides.each.first { !week.sides.contains($0) && levels[$0] == nil }
      let option = missing.map { "--\($0.name): " } ?? ""
      throw Failure(.usage, "\(file): \(option)\(error.reason); nothing was changed")
    }
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
    do {
      cells = try CellAddress.list(parts[0])
    } catch {
      throw Failure(.usage, "\(text.quoted()): \(error); nothing was changed")
    }
  }

  /// Sets the cells to the value.
  func carryOut(on week: inout Week, of file: String) throws(Failure) {
    for cell in cells {
      do {
        week[cell] = try week[cell.row].value(of: cell.field, typed: value, unit: week.unit)
      } catch {
        throw Failure(
          .usage, "\(file): \(text.quoted()): \(error.reason); nothing was changed")
      }
    }
  }
}
