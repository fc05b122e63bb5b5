import Diagnostics
import JSONText
import ScheduleModel

/// Reads the values of a JSON text into a draft in one pass, and runs the structural rules.
///
/// Invalid values are nil in the draft, so that rules about values do not report them again.
struct DocumentReader {
  var draft = DraftDocument()
  var findings: FindingList
  /// The name of the current schedule, for messages.
  private(set) var scheduleName: String?
  /// The nodes of the text, by index.
  let view: JSONView
  private let tree: JSONTree
  /// Members that occur twice. They are not read, since it is unknown which one applies.
  private let duplicated: Set<DocumentPath>
  /// The rows of the current week; checked after all were read.
  private var rows: [(node: Int, row: RowAddress, members: KnownMembers)] = []

  init(_ view: JSONView, of tree: JSONTree, options: CheckOptions) {
    self.view = view
    self.tree = tree
    findings = FindingList(options: options)
    duplicated = tree.hasDuplicateKeys ? SP108DuplicateKey.report(in: tree, &findings) : []
    draft.hasUnknownMembers = tree.hasDuplicateKeys
  }

  /// Reads the root, which must be an object.
  mutating func readDocument() {
    var (format, version, unit, schedules, calendar): (Int?, Int?, Int?, Int?, Int?)
    let members = readMembers(of: 0, FileFormat.document) { _, member, value in
      switch member {
      case .format: format = value
      case .version: version = value
      case .unit: unit = value
      case .calendar: calendar = value
      default: schedules = value
      }
    }
    let object = object(0, at: .document, members, FileFormat.document)
    let isReadable = SP102KnownFormat.check(
      format: format.map(node), version: version.map(node), missing: object.missing, reader: &self)
    guard isReadable, !isDuplicated(.member(.version)) else { return }
    if !members.isExact(FileFormat.document) { check(object) }
    draft.unit = SP103KnownUnit.read(unit.map(node), missing: object.missing, reader: &self)
    if let schedules, !isDuplicated(.schedules) { readSchedules(schedules) }
    if let calendar { draft.calendar = readCalendar(calendar) }
  }

  private mutating func readSchedules(_ list: Int) {
    guard isKind(.array, list, at: .schedules) else { return }
    var names: [String: Int] = [:]
    // Drafts share the rows of a blank week until a value is read.
    let blank = DraftWeek(unit: draft.unit)
    var element = list + 1
    while element < view.next(list) {
      let index = draft.schedules.count
      draft.schedules.append(DraftSchedule(week: blank))
      if isKind(.object, element, at: .schedule(index)) {
        readSchedule(element, index: index, names: &names)
      }
      element = view.next(element)
    }
    guard draft.schedules.isEmpty else { return }
    findings.add(
      SP110MissingField.info, .schedules,
      "\"schedules\" is empty; at least one schedule is needed")
  }

  // MARK: Below the schedules

  private mutating func readSchedule(
    _ schedule: Int, index: Int, names: inout [String: Int]
  ) {
    var (name, days, notes, device): (Int?, Int?, Int?, Int?)
    let members = readMembers(of: schedule, FileFormat.schedule) { _, member, value in
      switch member {
      case .name: name = value
      case .notes: notes = value
      case .device: device = value
      default: days = value
      }
    }
    scheduleName = name.flatMap { node($0).string }
    if let name, !isDuplicated(.member(.name, ofSchedule: index)) {
      let name = SP109ScheduleName.read(node(name), of: index, names: &names, reader: &self)
      draft.schedules[index].name = name
    }
    check(schedule, at: .schedule(index), members, FileFormat.schedule)
    if let notes {
      draft.schedules[index].notes = optionalText(notes, at: .member(.notes, ofSchedule: index))
    }
    if let device {
      draft.schedules[index].device = optionalText(device, at: .member(.device, ofSchedule: index))
    }
    if let days, !isDuplicated(.days(index)) { readDays(days, of: index) }
    scheduleName = nil
  }

  private mutating func readDays(_ days: Int, of index: Int) {
    guard isKind(.object, days, at: .days(index)) else { return }
    var week = draft.schedules[index].week
    rows = []
    rows.reserveCapacity(RowAddress.all.count)
    // Looked up once for all rows, since each use counts references.
    let format = FileFormat.period
    let members = readMembers(of: days, FileFormat.week) { reader, day, value in
      guard !reader.isDuplicated(.day(index, day)) else { return }
      reader.readDay(value, day, format, of: index, into: &week)
    }
    if !rows.allSatisfy({ $0.members.isExact(format) }) { closeRows(of: index, in: &week) }
    draft.schedules[index].week = week
    check(days, at: .days(index), members, FileFormat.week)
  }

  private mutating func readDay(
    _ node: Int, _ day: Weekday, _ format: FileFormat.Object<Field>, of index: Int,
    into week: inout DraftWeek
  ) {
    guard isKind(.object, node, at: .day(index, day)) else { return }
    let members = readMembers(of: node, FileFormat.day) { reader, period, value in
      let row = RowAddress(day, period)
      guard !reader.isDuplicated(.row(index, row)) else { return }
      reader.readRow(value, row, format, of: index, into: &week.rows[row.index])
    }
    check(node, at: .day(index, day), members, FileFormat.day)
  }

  private mutating func readRow(
    _ node: Int, _ row: RowAddress, _ format: FileFormat.Object<Field>, of index: Int,
    into setpoint: inout DraftSetpoint
  ) {
    guard isKind(.object, node, at: .row(index, row)) else { return }
    let members = readMembers(of: node, format) { reader, field, value in
      guard !reader.isDuplicated(.cell(index, CellAddress(row, field))) else { return }
      switch field {
      case .time: setpoint.time = reader.readTime(value, row, of: index)
      case .heat: setpoint.heat = reader.readTemperature(value, row, .heat, of: index)
      case .cool: setpoint.cool = reader.readTemperature(value, row, .cool, of: index)
      }
    }
    rows.append((node, row, members))
  }

  /// Chooses the sides of a week by the majority of its rows, and checks the rows that differ.
  private mutating func closeRows(of index: Int, in week: inout DraftWeek) {
    let lacking = FileFormat.period.members.enumerated().filter { place, field in
      field != .time && rows.count { !$0.members.contains(place) } * 2 > rows.count
    }
    if lacking.count == 1 { week.sides = lacking[0].element == .heat ? .cool : .heat }
    let format = FileFormat.period(week.sides)
    for (place, field) in lacking where week.sides != .both {
      for (_, row, members) in rows where members.contains(place) {
        SP110MissingField.reportExtra(field, .row(index, row), reader: &self)
        (week.rows[row.index].heat, week.rows[row.index].cool) = (nil, nil)
      }
    }
    for (node, row, members) in rows { check(node, at: .row(index, row), members, format) }
  }

  private mutating func readTime(_ value: Int, _ row: RowAddress, of index: Int) -> TimeOfDay? {
    view.canonicalTime(value)
      ?? SP201TimeFormat.read(node(value), at: .cell(index, CellAddress(row, .time)), &self)
  }

  private mutating func readTemperature(
    _ value: Int, _ row: RowAddress, _ field: Field, of index: Int
  ) -> Temperature? {
    view.shortTemperature(value)
      ?? SP107ValueType.temperature(node(value), at: .cell(index, CellAddress(row, field)), &self)
  }

  private mutating func optionalText(_ value: Int, at path: DocumentPath) -> String? {
    guard !isDuplicated(path), isKind(.string, value, at: path) else { return nil }
    return node(value).string
  }

  // MARK: Members

  /// Whether the member occurs twice in its object.
  func isDuplicated(_ path: @autoclosure () -> DocumentPath) -> Bool {
    !duplicated.isEmpty && duplicated.contains(path())
  }

  func node(_ index: Int) -> JSONNode { tree.node(index) }

  /// Whether a value has a type; reports it if it does not.
  mutating func isKind(
    _ kind: JSONKind, _ value: Int, at path: @autoclosure () -> DocumentPath
  ) -> Bool {
    if view.kind(value) == kind { return true }
    SP107ValueType.report(node(value), expected: kind.description, at: path(), &self)
    return false
  }

  /// Runs the object rules on an object with missing or unknown members.
  mutating func check<Element>(
    _ node: Int, at path: @autoclosure () -> DocumentPath, _ members: KnownMembers,
    _ format: FileFormat.Object<Element>
  ) {
    if !members.isExact(format) { check(object(node, at: path(), members, format)) }
  }

  private mutating func check(_ object: ReadObject) {
    for rule in ScheduleRuleList.objectRules { rule.check(object, reader: &self) }
  }

  /// Determines the missing and the unknown members of an object.
  private func object<Element>(
    _ index: Int, at path: DocumentPath, _ members: KnownMembers,
    _ format: FileFormat.Object<Element>
  ) -> ReadObject {
    var object = ReadObject(path: path)
    guard !members.isExact(format) else { return object }
    object.unknown = unknownMembers(of: index, at: path, members, format.keys)
    let lacking = format.keys.indices.filter { !members.contains($0) }
    guard !lacking.isEmpty else { return object }
    let isRequired = { (place: Int) in format.required & 1 << place != 0 }
    let needed = lacking.filter(isRequired).map { format.keys[$0].description }
    let misspelt = Spelling.pairs(of: needed, with: object.unknown.map(\.name))
    object.missing = needed.map { ($0, misspelt[$0]) }
    // Missing required members have their own finding; suggest only optional names.
    object.unknown.removeAll { misspelt.values.contains($0.name) }
    let absent = lacking.filter { !isRequired($0) }.map { format.keys[$0].description }
    // In a period, the setpoint of a side that the schedule does not have.
    if case .row = path { return object }
    for (name, misspelt) in Spelling.pairs(of: absent, with: object.unknown.map(\.name)) {
      let kind = ["calendar", "days"].contains(name) ? JSONKind.array : .string
      let place = object.unknown.firstIndex { $0.name == misspelt && view.kind($0.value) == kind }
      if let place { object.unknown[place].meant = name }
    }
    return object
  }

  private func unknownMembers(
    of object: Int, at path: DocumentPath, _ members: KnownMembers, _ names: [StaticString]
  ) -> [UnknownMember] {
    var result: [UnknownMember] = []
    guard var member = members.firstOther else { return result }
    while member < view.next(object) {
      if place(of: member, among: names) == nil, !isSchemaName(member, of: object) {
        let name = node(member).key
        if !isDuplicated(path.child(name)) { result.append((name, member, nil)) }
      }
      member = view.next(member)
    }
    return result
  }
}

extension JSONView {
  /// Reads a time in canonical form without creating a string.
  fileprivate func canonicalTime(_ node: Int) -> TimeOfDay? {
    guard kind(node) == .string else { return nil }
    let text = bytes(node)
    guard text.count == 7 else { return nil }
    var digits: UInt64 = 0
    for place in (1...5).reversed() { digits = digits << 8 | UInt64(text[place]) }
    return TimeOfDay(canonical: digits)
  }

  /// Reads a temperature of two digits, or of three with a decimal, the usual forms; nil for any other value.
  fileprivate func shortTemperature(_ node: Int) -> Temperature? {
    let text = bytes(node)
    let isWhole = text.count == 2 && kind(node) == .integer
    guard isWhole || text.count == 4 && kind(node) == .real && text[2] == UInt8(ascii: "."),
      text[0] != UInt8(ascii: "-")
    else { return nil }
    let tenths = (Int(text[0]) * 10 + Int(text[1]) - 0x30 * 11) * 10
    return Temperature(tenths: isWhole ? tenths : tenths + Int(text[3]) - 0x30)
  }
}
