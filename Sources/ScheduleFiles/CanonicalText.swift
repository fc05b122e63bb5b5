package import JSONText
package import ScheduleModel
import ScheduleRules

/// The canonical layout of schedule files: two-space indent, one line per period, known members
/// first and in order, a final newline.
package enum CanonicalText {
  /// Lays out a document anew; every number, string and unknown member keeps its own spelling.
  ///
  /// - Throws: `JSONSyntaxError` for what is no JSON.
  package static func formatted(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
    _ = try JSONTree(parsing: bytes)
    return laidOut(bytes)
  }

  /// Writes a document that has no text yet; values are encoded by jansson.
  package static func text(of collection: Contents) -> [UInt8] {
    let document = JSONValue.object([
      "format": .string("setpoint-schedule"),
      "version": .integer(1),
      "unit": .string(collection.unit.rawValue),
      "schedules": .array(collection.schedules.map(value(of:))),
    ])
    return laidOut(document.encoded())
  }

  /// Writes one schedule as it stands in a document, its lines indented by `indent` blanks after
  /// the first.
  static func text(of schedule: Schedule, indent: Int) -> [UInt8] {
    let bytes = value(of: schedule).encoded()
    var layout = Layout(bytes: bytes, map: SourceMap(bytes))
    if let root = layout.map.root { layout.write(root, as: .schedule, indent: indent) }
    return layout.output
  }

  /// Writes one schedule on one line.
  static func line(of schedule: Schedule) -> [UInt8] { value(of: schedule).encoded(.spaced) }

  private static func value(of schedule: Schedule) -> JSONValue {
    var members = [JSONValue.Member("name", .string(schedule.name))]
    if let notes = schedule.notes { members.append(.init("notes", .string(notes))) }
    if let device = schedule.device { members.append(.init("device", .string(device))) }
    let days = Weekday.allCases.map { day in
      let periods = Period.allCases.map { period in
        let setpoint = schedule.week[RowAddress(day, period)]
        let fields = Field.displayOrder.map { JSONValue.Member($0.name, setpoint[$0].json) }
        return JSONValue.Member(period.name, .object(fields))
      }
      return JSONValue.Member(day.name, .object(periods))
    }
    members.append(.init("days", .object(days)))
    return .object(members)
  }

  private static func laidOut(_ bytes: [UInt8]) -> [UInt8] {
    var layout = Layout(bytes: bytes, map: SourceMap(bytes))
    if let root = layout.map.root { layout.write(root, as: .document, indent: 0) }
    layout.output.append(UInt8(ascii: "\n"))
    return layout.output
  }
}

/// What an object is in a schedule file; decides the order of its members and its layout.
private enum Role {
  case document, schedules, schedule, days, day, setpoint, other

  /// The members that come first, in order.
  var order: [String] {
    switch self {
    case .document: ["format", "version", "unit", "schedules"]
    case .schedule: ["name", "notes", "device", "days"]
    case .days: Weekday.allCases.map(\.name)
    case .day: Period.allCases.map(\.name)
    case .setpoint: Field.displayOrder.map(\.name)
    case .schedules, .other: []
    }
  }

  /// What the value of member `key` is, or of an element for nil.
  func role(of key: String?) -> Role {
    switch (self, key) {
    case (.document, "schedules"): .schedules
    case (.schedules, nil): .schedule
    case (.schedule, "days"): .days
    case (.days, let key?) where order.contains(key): .day
    case (.day, let key?) where order.contains(key): .setpoint
    default: .other
    }
  }
}

private struct Layout {
  let bytes: [UInt8]
  let map: SourceMap
  var output: [UInt8] = []

  init(bytes: [UInt8], map: SourceMap) {
    self.bytes = bytes
    self.map = map
    output.reserveCapacity(bytes.count * 2)
  }

  mutating func write(_ index: SourceMap.Index, as role: Role, indent: Int, inline: Bool = false) {
    let node = map[index]
    let brackets: (UInt8, UInt8)
    switch node.kind {
    case .object: brackets = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    case .array: brackets = (UInt8(ascii: "["), UInt8(ascii: "]"))
    default:
      output += bytes[node.range]
      return
    }
    let inline = inline || role == .setpoint
    let children = ordered(map.children(of: index), as: role)
    output.append(brackets.0)
    for (place, child) in children.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      if !inline { newline(indent + 2) } else if place > 0 { output.append(UInt8(ascii: " ")) }
      if let key = map[child].key {
        output += bytes[key]
        output += [UInt8(ascii: ":"), UInt8(ascii: " ")]
      }
      write(child, as: role.role(of: map.key(of: child)), indent: indent + 2, inline: inline)
    }
    if !inline && !children.isEmpty { newline(indent) }
    output.append(brackets.1)
  }

  private func ordered(_ children: [SourceMap.Index], as role: Role) -> [SourceMap.Index] {
    let order = role.order
    guard !order.isEmpty else { return children }
    let known = order.compactMap { name in children.first { map.key(of: $0) == name } }
    return known + children.filter { child in !known.contains(child) }
  }

  private mutating func newline(_ indent: Int) {
    output.append(UInt8(ascii: "\n"))
    output += repeatElement(UInt8(ascii: " "), count: indent)
  }
}
