import Diagnostics
import JSONText
import ScheduleModel

/// Reads the JSON tree into a draft, once, and lets the structural rules say what does not fit.
///
/// What cannot be read is nil in the draft, so that no rule about values speaks of it again.
struct DocumentReader {
  /// What was read.
  private(set) var draft = DraftDocument()
  /// The places in the file of the schedules in the draft, which leaves out what is no object.
  private(set) var scheduleIndices: [Int] = []
  /// What was found.
  var findings: FindingList
  /// The name of the schedule that is being read, for messages.
  private(set) var scheduleName: String?
  /// Members that occur twice: which of them holds is not known, so that none is read.
  private let duplicated: Set<DocumentPath>

  init(findings: FindingList, duplicated: Set<DocumentPath>) {
    self.findings = findings
    self.duplicated = duplicated
  }

  /// Takes what another reader read, in which nothing was found.
  init(_ draft: DraftDocument, findings: FindingList) {
    self.init(findings: findings, duplicated: [])
    self.draft = draft
    scheduleIndices = Array(draft.schedules.indices)
  }

  /// Reads the value at the top, which must be an object.
  mutating func readDocument(_ root: JSONNode) {
    var (format, version, unit, schedules): (JSONNode?, JSONNode?, JSONNode?, JSONNode?)
    var members = KnownMembers(of: root, FileFormat.document)
    while let member = members.next() {
      switch member {
      case .format: format = members.value
      case .version: version = members.value
      case .unit: unit = members.value
      default: schedules = members.value
      }
    }
    let object = object(root, at: .document, members)
    let isReadable = SP102KnownFormat.check(
      format: format, version: version, missing: object.missing, reader: &self)
    guard isReadable else { return }
    check(object)
    draft.unit = SP103KnownUnit.read(unit, missing: object.missing, reader: &self)
    if let schedules, !isDuplicated(.schedules) { readSchedules(schedules) }
  }

  private mutating func readSchedules(_ node: JSONNode) {
    guard SP107ValueType.isKind(.array, node, at: .schedules, &self) else { return }
    var names = SP109ScheduleName.Register()
    let blank = DraftSchedule(week: DraftWeek(unit: draft.unit))
    for (index, element) in node.children.enumerated() {
      guard SP107ValueType.isKind(.object, element, at: .schedule(index), &self) else { continue }
      // Drafts share the rows of a blank week until something is read into them.
      var schedule = blank
      readSchedule(element, index: index, names: &names, into: &schedule)
      draft.schedules.append(schedule)
      scheduleIndices.append(index)
    }
  }
}

// MARK: Below the schedules

extension DocumentReader {
  private mutating func readSchedule(
    _ node: JSONNode, index: Int, names: inout SP109ScheduleName.Register,
    into schedule: inout DraftSchedule
  ) {
    let path = DocumentPath.schedule(index)
    var (name, days, notes, device): (JSONNode?, JSONNode?, JSONNode?, JSONNode?)
    var members = KnownMembers(of: node, FileFormat.schedule)
    while let member = members.next() {
      switch member {
      case .name: name = members.value
      case .notes: notes = members.value
      case .device: device = members.value
      default: days = members.value
      }
    }
    scheduleName = name.flatMap(\.string)
    if let name, !isDuplicated(.member(.name, ofSchedule: index)) {
      schedule.name = SP109ScheduleName.read(name, of: index, names: &names, reader: &self)
    }
    check(object(node, at: path, members))
    schedule.notes = notes.flatMap { optionalText($0, at: .member(.notes, ofSchedule: index)) }
    schedule.device = device.flatMap { optionalText($0, at: .member(.device, ofSchedule: index)) }
    if let days, !isDuplicated(.days(index)) {
      readDays(days, of: index, into: &schedule.week)
    }
    scheduleName = nil
  }

  private mutating func readDays(_ node: JSONNode, of index: Int, into week: inout DraftWeek) {
    let path = DocumentPath.days(index)
    guard SP107ValueType.isKind(.object, node, at: path, &self) else { return }
    var members = KnownMembers(of: node, FileFormat.week)
    while let day = members.next() {
      guard !isDuplicated(.day(index, day)) else { continue }
      readDay(members.value, day, of: index, into: &week)
    }
    var object = object(node, at: path, members)
    object.week = week
    check(object)
  }

  private mutating func readDay(
    _ node: JSONNode, _ day: Weekday, of index: Int, into week: inout DraftWeek
  ) {
    let path = DocumentPath.day(index, day)
    guard SP107ValueType.isKind(.object, node, at: path, &self) else { return }
    var members = KnownMembers(of: node, FileFormat.day)
    while let period = members.next() {
      let row = RowAddress(day, period)
      guard !isDuplicated(.row(index, row)) else { continue }
      week.rows[row.index] = readRow(members.value, row, of: index)
    }
    check(object(node, at: path, members))
  }

  private mutating func readRow(
    _ node: JSONNode, _ row: RowAddress, of index: Int
  ) -> DraftSetpoint {
    let path = DocumentPath.row(index, row)
    var setpoint = DraftSetpoint()
    guard SP107ValueType.isKind(.object, node, at: path, &self) else { return setpoint }
    var members = KnownMembers(of: node, FileFormat.period)
    while let field = members.next() {
      guard !isDuplicated(.cell(index, CellAddress(row, field))) else { continue }
      switch field {
      case .time: setpoint.time = readTime(members.value, row, of: index)
      case .heat: setpoint.heat = readTemperature(members.value, row, .heat, of: index)
      case .cool: setpoint.cool = readTemperature(members.value, row, .cool, of: index)
      }
    }
    check(object(node, at: path, members))
    return setpoint
  }

  private mutating func readTime(
    _ value: JSONNode, _ row: RowAddress, of index: Int
  ) -> TimeOfDay? {
    // Nearly every time is a good one: only the others get a place and a rule to judge them.
    value.canonicalTime
      ?? SP201TimeFormat.read(value, at: .cell(index, CellAddress(row, .time)), &self)
  }

  private mutating func readTemperature(
    _ value: JSONNode, _ row: RowAddress, _ field: Field, of index: Int
  ) -> Temperature? {
    SP107ValueType.temperature(value, at: .cell(index, CellAddress(row, field)), &self)
  }

  private mutating func optionalText(_ node: JSONNode, at path: DocumentPath) -> String? {
    guard !isDuplicated(path), SP107ValueType.isKind(.string, node, at: path, &self) else {
      return nil
    }
    return node.string
  }
}

// MARK: Members

extension DocumentReader {
  /// The name of a schedule, by its place in the file.
  func name(ofSchedule index: Int) -> String? {
    let place = scheduleIndices.partitioningIndex { $0 >= index }
    guard place < scheduleIndices.count, scheduleIndices[place] == index else { return nil }
    return draft.schedules[place].name
  }

  /// Whether the member occurs twice in its object.
  func isDuplicated(_ path: @autoclosure () -> DocumentPath) -> Bool {
    !duplicated.isEmpty && duplicated.contains(path())
  }

  /// Lets the rules about objects look at one.
  private mutating func check(_ object: ReadObject) {
    for rule in ScheduleRuleList.objectRules { rule.check(object, reader: &self) }
  }

  /// Tells the members of an object apart.
  private func object<Element>(
    _ node: JSONNode, at path: DocumentPath, _ members: KnownMembers<Element>
  ) -> ReadObject {
    var object = ReadObject(node: node, path: path)
    guard !members.isExact else { return object }
    let unknown = unknownNames(of: node, at: path, members.object.keys)
    let lacking = members.object.names.filter { node[$0] == nil }
    let required = members.object.requiredNames
    let needed = lacking.filter(required.contains)
    let misspelt = Spelling.pairs(of: needed, with: unknown)
    object.missing = needed.map { MissingMember(name: $0, misspelt: misspelt[$0]) }
    // What is required and missing has its own finding; only optional names are left to be meant.
    let absent = lacking.filter { !needed.contains($0) }
    let others = unknown.filter { !misspelt.values.contains($0) }
    let meant = Spelling.pairs(of: absent, with: others)
    object.unknown = others.map { name in
      UnknownMember(name: name, meant: absent.first { meant[$0] == name })
    }
    return object
  }

  private func unknownNames(
    of node: JSONNode, at path: DocumentPath, _ names: [StaticString]
  ) -> [String] {
    var result: [String] = []
    for member in node.children where member.place(among: names) == nil {
      let key = member.key
      if key == JSONReader.schemaMember, path == .document, member.kind == .string { continue }
      if !isDuplicated(path.child(key)) { result.append(key) }
    }
    return result
  }
}

extension JSONNode {
  /// A time in the one form that files may have, told without making a string of it.
  fileprivate var canonicalTime: TimeOfDay? {
    let text = bytes
    guard kind == .string, text.count == 7 else { return nil }
    var digits: UInt64 = 0
    for byte in text.dropFirst().dropLast().reversed() { digits = digits << 8 | UInt64(byte) }
    return TimeOfDay(canonical: digits)
  }
}

extension [Int] {
  /// Finds the first place of a sorted array for which `isBehind` holds.
  fileprivate func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
