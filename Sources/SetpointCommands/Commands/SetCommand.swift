import ArgumentParser
import CLibrary
import DeviceFormats
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

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
    let setsSides = arguments.contains { $0.lowercased().hasPrefix("sides=") }
    guard heat == nil && cool == nil || setsSides else {
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
      let advice = FileError.call(.open, path: other, .missing).advice
      throw Failure(
        .usage,
        "nothing was changed: \(other.quoted()) is not ADDRESS=VALUE, and there is no such file\(advice)"
      )
    }
    let step = "set \(arguments.filter(CellArguments.isAssignment).joined(separator: " "))"
    try change.carryOut(on: files, step: step) { document in
      // A unit belongs to the whole document.
      let index =
        members.isUnitAlone && assignments.isEmpty && schedule.schedule == nil
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
    let fresh = errors.filter { !known.contains("\($0.code) \($0.cell)") }.map {
      Diagnostic(file: file, code: $0.code, message: $0.sentence, tag: $0.cell.tag)
    }
    guard !fresh.isEmpty else { return }
    throw Failure(
      .problems, fresh, in: nil, each: change.words.each, "\(file): nothing was changed")
  }
}

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
      try CellAddress.list(parts[0]), after: "\(text.quoted()): ", before: "; nothing was changed")
  }

  func carryOut(on week: inout Week, of file: String) throws(Failure) {
    for cell in cells {
      week[cell] = try Failure.usage(
        try week[cell.row].value(of: cell.field, typed: value, unit: week.unit),
        after: "\(file): \(text.quoted()): ", before: "; nothing was changed")
    }
  }
}

/// Assignments to members other than cells: `unit=C`, `name=Winter`, `device=trvzb`, `notes=`, `sides=heat`.
struct MemberAssignments {
  private var values: [Name: String] = [:]

  private enum Name: String {
    case unit, name, notes, device, sides
  }

  /// Whether only the unit of the document changes.
  var isUnitAlone: Bool { values.keys.elementsEqual([.unit]) }

  /// Separates assignments to members from the others.
  static func taken(
    from assignments: [String]
  ) throws(Failure) -> (members: MemberAssignments, others: [String]) {
    var members = MemberAssignments()
    var others: [String] = []
    for text in assignments {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Name(rawValue: parts[0].lowercased()) else {
        others.append(text)
        continue
      }
      guard members.values.updateValue(String(parts[1]), forKey: name) == nil else {
        throw Failure(.usage, "\(name) is set twice; nothing was changed")
      }
    }
    return (members, others)
  }

  /// Changes a document and one of its schedules, whose added sides get `levels`; returns messages about the conversion to
  /// another unit.
  func carryOut(
    on contents: inout Contents, _ index: Int, levels: [Side: String], of file: String
  ) throws(Failure) -> [String] {
    func refusal(_ sentence: String) -> Failure {
      Failure(.usage, "\(file): \(sentence); nothing was changed")
    }
    if let name = values[.name] {
      if let problem = name.holdsBytes ? "is not UTF-8" : ScheduleName.problem(of: name) {
        throw refusal("the name \(problem)")
      }
      if let other = contents.schedules.index(named: name), other != index {
        throw refusal("there is already a schedule \(name.quoted())")
      }
      let old = contents
      contents.schedules[index].name = name
      contents.followSchedules(of: old)
    }
    if let notes = values[.notes] {
      if notes.holdsBytes { throw refusal("the notes are not UTF-8") }
      contents.schedules[index].notes = notes.isEmpty ? nil : notes
    }
    if let device = values[.device] {
      if !device.isEmpty, DeviceFormats.device(named: device) == nil {
        throw refusal(DeviceFormats.sentence(aboutUnknown: device))
      }
      contents.schedules[index].device = device.isEmpty ? nil : device
    }
    var lines: [String] = []
    if let text = values[.unit] {
      guard let unit = TemperatureUnit(text.uppercased()) else {
        throw refusal("the unit is F or C, not \(text.quoted())")
      }
      let old = contents
      contents = old.converted(to: unit)
      let count = contents.conversionCounts(from: old)
      if unit != old.unit {
        lines.append(
          "converted \(count.all) temperatures to \(unit.symbol), \(count.rounded) of them rounded")
      }
    }
    if let text = values[.sides] {
      guard let sides = Sides(text) else {
        throw refusal("sides is heat, cool or both, not \(text.quoted())")
      }
      let week = contents.schedules[index].week
      do throws(Refusal) {
        contents.schedules[index].week = try week.changed(to: sides, levels)
      } catch {
        let missing = sides.subtracting(week.sides).each.first { levels[$0] == nil }
        throw refusal((missing.map { "--\($0.name): " } ?? "") + error.reason)
      }
    }
    return lines
  }
}
