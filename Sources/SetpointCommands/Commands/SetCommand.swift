import ArgumentParser
import CLibrary
import DeviceFormats
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

struct SetCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change cells, name, notes, device, unit, sides; delete a schedule.",
    discussion: """
      Values are written as in the editor: 6:30, 630p, +15, -1h; 68.5, +1, 20c. An address is a tag or \
      DAY.PERIOD.FIELD; several days are mon,wed, tue-fri, weekdays, weekend or all. unit= (converts every temperature \
      to the nearest tenth; undo restores the values), name=, notes=, device= and sides= change the rest. If one \
      file does not accept an assignment, no file changes; a file that would get an error stays unchanged.

      Examples:
        setpoint set home.json tuesday.leave.heat=64 weekend.wake.time=7:30
        setpoint set home.json sides=both --cool 78,85
        setpoint set home.json --delete Summer
        setpoint set '*.wake.heat=+1' schedules/ --dry-run
      """)

  @Argument(
    help: "Assignments, files and folders (default: your default document).",
    completion: .assignmentsAndFiles)
  var arguments: [String] = []

  @Option(help: "With sides=: comfort and setback heat (70,62).")
  var heat: String?

  @Option(help: "With sides=: comfort and setback cool (78,85).")
  var cool: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Delete a schedule.", valueName: "name"),
    completion: .schedules)
  var delete: String?

  @Flag(help: "With --delete: delete its calendar entries, too.") var withEntries = false

  @Flag(help: "Change every schedule of a file.") var allSchedules = false

  @OptionGroup var change: ChangeOptions

  var color: ColorChoice { change.color }

  private var files: [String] { arguments.filter { !CellArguments.isAssignment($0) } }

  func validate() throws {
    let setsSides = arguments.contains { $0.lowercased().hasPrefix("sides=") }
    guard heat == nil && cool == nil || setsSides else {
      throw ValidationError("--heat and --cool require sides=heat, sides=cool or sides=both")
    }
    try change.check(files)
    try refuse(if: withEntries && delete == nil, "--with-entries requires --delete")
    try refuse(
      if: delete != nil && (files != arguments || change.schedule != nil || allSchedules),
      "--delete deletes a whole schedule; omit assignments, --schedule and --all-schedules")
    try refuse(
      if: change.schedule != nil && allSchedules,
      "--schedule and --all-schedules cannot be combined")
  }

  func run() throws {
    if let delete { return try deleteSchedule(named: delete) }
    let texts = arguments.filter(CellArguments.isAssignment)
    // Not in `validate()`, which runs before the parser reports an unknown option.
    guard !texts.isEmpty else { throw missingAssignment }
    let words = files.filter { !CellArguments.isFileName($0) }
    guard words.isEmpty else { throw Self.refusal(of: words, before: texts[0]) }
    try carryOut(texts)
  }

  private func deleteSchedule(named name: String) throws {
    let step = ["set", "--delete", name] + (withEntries ? ["--with-entries"] : [])
    try change.carryOut(on: files, step: step) { file in
      let contents = file.contents
      let index = try file.scheduleIndex(named: name)
      let entries = contents.calendarEntries(of: index).map { "\($0)".quoted() }
      guard entries.isEmpty || withEntries else {
        throw Failure(
          .usage,
          "\(file.path): calendar entries use \(contents.schedules[index].name.quoted()): "
            + "\(entries.listed(upTo: 8)); --with-entries deletes them, too")
      }
      _ = try Failure.usage(try file.contents.deleteSchedule(at: index), after: "\(file.path): ")
      return nil
    }
  }

  /// The error of a command line without an assignment, with an example from an address and a value side by side.
  private var missingAssignment: ValidationError {
    if arguments.isEmpty { return ValidationError("Missing expected argument '<arguments> ...'") }
    let pair = zip(arguments, arguments.dropFirst()).first {
      (try? CellAddress.list($0, for: $1)) != nil && !CellArguments.isFileName($1)
    }
    let example = pair.map { "\($0)=\($1)".shellWord } ?? "tuesday.leave.heat=64"
    return ValidationError("no assignment; write one as \(example)")
  }

  /// The error of words that are neither files nor assignments; suggests `tue.leave.heat=64` for `tue leave heat = 64`.
  private static func refusal(of words: [String], before assignment: String) -> Failure {
    let whole =
      assignment == "="
      ? words.dropLast().joined(separator: ".") + "=" + words[words.count - 1]
      : (words + [assignment]).joined(separator: ".")
    let meant = CellArguments.assignment(whole)
    let isMeant = meant.flatMap { try? CellAddress.list($0.address, for: $0.value) } != nil
    let advice =
      isMeant
      ? "; did you mean \(whole.shellWord)?"
      : FileError.call(.open, path: words[0], .missing).advice
    return Failure(
      .usage,
      "nothing was changed: \(words[0].quoted()) is neither ADDRESS=VALUE nor a file\(advice)")
  }

  private func carryOut(_ texts: [String]) throws {
    let assignments = try Assignments(texts)
    try refuse(
      if: assignments.isUnitAlone && (change.schedule != nil || allSchedules),
      "unit= converts every schedule; omit --schedule and --all-schedules")
    try refuse(
      if: allSchedules && assignments.members[.name] != nil,
      "two schedules cannot have one name; omit --all-schedules")
    let levels = [("--heat", heat), ("--cool", cool)].flatMap { name, level in
      level.map { [name, $0] } ?? []
    }
    let all = allSchedules ? ["--all-schedules"] : []
    try change.carryOut(on: files, step: ["set"] + texts + levels + all) {
      let indices = try indices(for: assignments, in: $0)
      let schedules = $0.document.contents.schedules
      let common = indices.reduce(Sides.both) { $0.intersection(schedules[$1].week.sides) }
      for index in indices { try carryOut(assignments, on: &$0, schedule: index, common) }
      return nil
    }
  }

  /// The indices of the schedules to change. A unit belongs to the whole document.
  private func indices(for assignments: Assignments, in document: DocumentFile) throws -> [Int] {
    if assignments.isUnitAlone { return [0] }
    guard allSchedules else {
      let isOne = change.schedule != nil || assignments.members[.name] != nil
      let hint = isOne ? nil : "pass --schedule NAME or --all-schedules"
      return [try document.scheduleIndex(named: change.schedule, hint: hint)]
    }
    return Array(document.contents.schedules.indices)
  }

  private func carryOut(
    _ assignments: Assignments, on document: inout DocumentFile, schedule index: Int,
    _ common: Sides
  ) throws {
    var contents = document.contents
    let name = allSchedules ? "\(contents.schedules[index].name.quoted()): " : ""
    let place = "\(document.path): \(name)"
    // A schedule that has a side, which others lack, keeps it.
    let sides = contents.schedules[index].week.sides
    let levels = [Side.heat: heat, .cool: cool].compactMapValues(\.self)
      .filter { !sides.contains($0.key) || common.contains($0.key) }
    for member in DocumentMember.allCases {
      guard let text = assignments.members[member] else { continue }
      try Failure.usage(
        try member.set(to: text, in: &contents, index, levels: levels),
        after: place, before: "; nothing was changed")
    }
    var week = contents.schedules[index].week
    for (cell, text, value) in assignments.cells {
      week[cell] = try Failure.usage(
        try week[cell.row].value(of: cell.field, typed: value, unit: week.unit),
        after: "\(place)\(text.quoted()): ", before: "; nothing was changed")
    }
    contents.schedules[index].week = week
    document.contents = contents
  }
}

private struct Assignments {
  private(set) var members: [DocumentMember: String] = [:]
  private(set) var cells: [(cell: CellAddress, text: String, value: String)] = []

  var isUnitAlone: Bool { members.keys.elementsEqual([.unit]) && cells.isEmpty }

  /// Parses the addresses of `ADDRESS=VALUE`; each value is parsed for its cell. Throws if two set the same.
  init(_ texts: [String]) throws(Failure) {
    var setting: [CellAddress: String] = [:]
    for text in texts {
      guard let (address, value) = CellArguments.assignment(text) else { continue }
      if let member = DocumentMember(rawValue: address.lowercased()) {
        guard members.updateValue(value, forKey: member) != nil else { continue }
        throw Failure(.usage, "\(member) is set twice; nothing was changed")
      }
      if address.lowercased() == "clock" {
        throw Failure(.usage, "the clock is not in the file; pass --clock \(value) to show or edit")
      }
      let list = try Failure.usage(
        try CellAddress.list(address, for: value), after: "\(text.quoted()): ",
        before: "; nothing was changed")
      for cell in list {
        if let first = setting.updateValue(text, forKey: cell) {
          let both = "\(first.quoted()) and \(text.quoted()) both set \(cell)"
          throw Failure(.usage, "\(both); nothing was changed")
        }
        cells.append((cell, text, value))
      }
    }
  }
}

/// A value of a document or a schedule that is not a cell, in the order in which `set` changes them.
enum DocumentMember: String, CaseIterable {
  case name, notes, device, unit, sides

  /// The value as `set` accepts it; empty for missing notes and a missing device.
  func value(of schedule: Schedule) -> String {
    switch self {
    case .name: schedule.name
    case .notes: schedule.notes ?? ""
    case .device: schedule.device ?? ""
    case .unit: schedule.week.unit.rawValue
    case .sides: schedule.week.sides.name
    }
  }

  /// Changes a document or one of its schedules, whose added sides get `levels`.
  func set(
    to text: String, in contents: inout Contents, _ index: Int, levels: [Side: String]
  ) throws(Refusal) {
    switch self {
    case .name:
      if let problem = ScheduleName.problem(ofTyped: text) { throw Refusal("the name \(problem)") }
      try contents.schedules.refuse(another: text, besides: contents.schedules[index].identity)
      let old = contents
      contents.schedules[index].name = text
      contents.followSchedules(of: old)
    case .notes:
      if text.holdsBytes { throw Refusal("the notes are not UTF-8") }
      contents.schedules[index].notes = text.isEmpty ? nil : text
    case .device:
      let isRemoved = text.isEmpty || text == "none"
      contents.schedules[index].device = isRemoved ? nil : try DeviceFormats.found(text).profile.id
    case .unit:
      guard let unit = TemperatureUnit(text.uppercased()) else {
        throw Refusal("unit must be F or C, not \(text.quoted())")
      }
      contents = contents.converted(to: unit)
    case .sides:
      guard let sides = Sides(text) else {
        throw Refusal("sides must be heat, cool or both, not \(text.quoted())")
      }
      let week = contents.schedules[index].week
      if let side = sides.subtracting(week.sides).each.first(where: { levels[$0] == nil }) {
        throw Refusal(
          "two \(side.name) setpoints are needed, comfort and setback; pass --\(side.name), such as "
            + "--\(side.name) \(Week.exampleLevels(of: side, week.unit))")
      }
      contents.schedules[index].week = try week.changed(to: sides, levels)
    }
  }
}
