import Diagnostics
package import JSONText
package import ScheduleModel
import ScheduleRules

/// The canonical layout of schedule files: two-space indent, one line per period, known members
/// first and in order, a final newline.
package enum CanonicalText {
  /// Lays out a document anew; every number, string and unknown member keeps its own spelling.
  ///
  /// - Throws: `JSONSyntaxError` for what is no JSON, and for what would be too large to be read again.
  package static func formatted(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
    _ = try JSONTree(parsing: bytes)
    let text = laidOut(bytes)
    guard text.count <= JSONLimits.size else {
      throw JSONSyntaxError(
        "in canonical form it would be larger than \(JSONLimits.sizeText)", at: 0)
    }
    return text
  }

  /// Writes a document that has no text yet.
  package static func text(of contents: Contents) -> [UInt8] {
    adding(contents, to: laidOut(value(of: contents).encoded()))
  }

  /// Writes a document without a layout, so that it is no longer than its file.
  static func shortest(of contents: Contents) -> [UInt8] {
    adding(contents, to: value(of: contents).encoded())
  }

  private static func value(of contents: Contents) -> JSONValue {
    .object([
      Member.format.name: .string(FileFormat.name.description),
      Member.version.name: .integer(FileFormat.version),
      Member.unit.name: .string(contents.unit.rawValue),
      Member.schedules.name: .array(contents.schedules.map { value(of: $0) }),
    ])
  }

  private static func adding(_ contents: Contents, to text: [UInt8]) -> [UInt8] {
    let known = contents.withoutMembers
    guard known != contents else { return text }
    return DocumentEdits(text, saying: known, former: [])?.edits(to: contents).applied(to: text)
      ?? text
  }

  /// Writes one schedule as it stands in a document, its lines indented by `indent` blanks after
  /// the first.
  static func text(of schedule: Schedule, indent: Int) -> [UInt8] {
    let bytes = value(of: schedule).encoded()
    var layout = Layout(bytes)
    if let root = JSONTree(accepted: bytes)?.root {
      layout.write(root, as: .schedule, indent: indent)
    }
    return adding(schedule.members, of: schedule, to: layout.output)
  }

  /// Writes one schedule on one line.
  static func line(of schedule: Schedule) -> [UInt8] {
    adding(schedule.members, of: schedule, to: value(of: schedule).encoded(.spaced))
  }

  private static func adding(
    _ members: UnknownMembers, of schedule: Schedule, to text: [UInt8]
  ) -> [UInt8] {
    guard !members.isEmpty else { return text }
    return ScheduleEdits(schedule.withoutMembers, text: text)?.text(saying: schedule) ?? text
  }

  private static func value(of schedule: Schedule) -> JSONValue {
    let days = Weekday.allCases.map { day in
      let periods = Period.allCases.map { period in
        let setpoint = schedule.week[RowAddress(day, period)]
        let fields = Field.displayOrder.map { JSONValue.Member($0.name, setpoint[$0].json) }
        return JSONValue.Member(period.name, .object(fields))
      }
      return JSONValue.Member(day.name, .object(periods))
    }
    let values: [Member: JSONValue?] = [
      .name: .string(schedule.name), .notes: schedule.notes.map { .string($0) },
      .device: schedule.device.map { .string($0) }, .days: .object(days),
    ]
    return .object(
      FileFormat.schedule.members.compactMap { member in
        values[member].flatMap { $0 }.map { JSONValue.Member(member.name, $0) }
      })
  }

  private static func laidOut(_ bytes: [UInt8]) -> [UInt8] {
    var layout = Layout(bytes)
    if let root = JSONTree(accepted: bytes)?.root { layout.write(root, as: .document, indent: 0) }
    layout.output.append(UInt8(ascii: "\n"))
    return layout.output
  }
}

extension Schedule {
  /// The schedule with what is known of it alone.
  fileprivate var withoutMembers: Schedule {
    var result = self
    result.members = UnknownMembers()
    return result
  }
}

extension Contents {
  /// The contents with what is known of them alone.
  fileprivate var withoutMembers: Contents {
    Contents(unit: unit, schedules: schedules.map(\.withoutMembers))
  }
}

private typealias Member = FileFormat.Member

/// What an object is in a schedule file; decides the order of its members and its layout.
private enum Role {
  case document, schedules, schedule, days, day, setpoint, other

  /// The members that come first, in order.
  var order: [String] {
    switch self {
    case .document: [JSONReader.schemaMember] + FileFormat.document.names
    case .schedule: FileFormat.schedule.names
    case .days: FileFormat.week.names
    case .day: FileFormat.day.names
    case .setpoint: FileFormat.period.names
    case .schedules, .other: []
    }
  }

  /// What the value of member `key` is, or of an element for nil.
  func role(of key: String?) -> Role {
    switch (self, key) {
    case (.document, Member.schedules.name): .schedules
    case (.schedules, nil): .schedule
    case (.schedule, Member.days.name): .days
    case (.days, let key?) where order.contains(key): .day
    case (.day, let key?) where order.contains(key): .setpoint
    default: .other
    }
  }
}

private struct Layout {
  let bytes: [UInt8]
  var output: [UInt8] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count * 2)
  }

  mutating func write(_ node: JSONNode, as role: Role, indent: Int, inline: Bool = false) {
    let brackets: (UInt8, UInt8)
    switch node.kind {
    case .object: brackets = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    case .array: brackets = (UInt8(ascii: "["), UInt8(ascii: "]"))
    default:
      output += node.bytes
      return
    }
    let inline = inline || role == .setpoint
    let children = ordered(Array(node.children), as: role)
    output.append(brackets.0)
    for (place, child) in children.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      if !inline { newline(indent + 2) } else if place > 0 { output.append(UInt8(ascii: " ")) }
      if let key = child.keyRange {
        output += bytes[key]
        output += [UInt8(ascii: ":"), UInt8(ascii: " ")]
      }
      let below = role.role(of: child.keyRange == nil ? nil : child.key)
      write(child, as: below, indent: indent + 2, inline: inline)
    }
    if !inline && !children.isEmpty { newline(indent) }
    output.append(brackets.1)
  }

  private func ordered(_ children: [JSONNode], as role: Role) -> [JSONNode] {
    let order = role.order
    guard !order.isEmpty else { return children }
    let keys = children.map { Array($0.key.utf8) }
    let known = order.compactMap { name in keys.firstIndex(of: Array(name.utf8)) }
    return (known + children.indices.filter { !known.contains($0) }).map { children[$0] }
  }

  private mutating func newline(_ indent: Int) {
    output.append(UInt8(ascii: "\n"))
    output += repeatElement(UInt8(ascii: " "), count: indent)
  }
}
