package import JSONText
package import ScheduleModel
import ScheduleRules

/// The canonical layout of schedule files: two-space indent, a line per period, known members first, final newline.
package enum CanonicalText {
  /// Formats a document; the spelling of numbers, strings and unknown members is kept.
  ///
  /// - Throws: `JSONSyntaxError` for invalid JSON, or if the result would be too large to read.
  package static func formatted(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
    let text = try JSONTree(parsing: bytes).laidOut(as: .document, indent: 0) + [0x0A]
    guard text.count <= JSONLimits.size else {
      throw JSONSyntaxError(
        "in canonical form it would be larger than \(JSONLimits.sizeText)", at: 0)
    }
    return text
  }

  /// Returns the text of a new document.
  package static func text(of contents: Contents) -> [UInt8] {
    laidOut(value(of: contents), as: .document) + [0x0A]
  }

  /// Returns the text of a document without layout, so that it is not longer than its file.
  static func shortest(of contents: Contents) -> [UInt8] { value(of: contents).encoded() }

  /// Returns the text of one schedule in a document; lines after the first are indented by `indent` spaces.
  static func text(of schedule: Schedule, indent: Int) -> [UInt8] {
    laidOut(value(of: schedule), as: .schedule, indent: indent)
  }

  /// Returns a calendar with one line per entry, each after `lead`; on one line if that has no line end.
  static func text(of calendar: [CalendarEntry], lead: [UInt8], _ layout: JSONLayout) -> [UInt8] {
    let blanks = lead.drop { $0 != UInt8(ascii: "\n") }
    guard !blanks.isEmpty else { return JSONValue.array(calendar.map(value)).encoded(layout) }
    let lines = calendar.map { value(of: $0).encoded(layout) }
    let inner = lead + blanks.dropFirst()
    return [UInt8(ascii: "[")] + inner + lines.joined(separator: [UInt8(ascii: ",")] + inner)
      + lead + [UInt8(ascii: "]")]
  }

  private static func laidOut(_ value: JSONValue, as role: Role, indent: Int = 0) -> [UInt8] {
    (try? JSONTree(parsing: value.encoded(), size: .max))?.laidOut(as: role, indent: indent) ?? []
  }

  private static func value(of contents: Contents) -> JSONValue {
    var members = [
      JSONValue.Member(Member.format.name, .string(FileFormat.name.description)),
      JSONValue.Member(Member.version.name, .integer(FileFormat.version)),
      JSONValue.Member(Member.unit.name, .string(contents.unit.rawValue)),
      JSONValue.Member(Member.schedules.name, .array(contents.schedules.map { value(of: $0) })),
    ]
    if !contents.calendar.isEmpty {
      let entries = contents.calendar.map { value(of: $0) }
      members.append(JSONValue.Member(Member.calendar.name, .array(entries)))
    }
    return .object(members + contents.members.json[.top, default: []])
  }

  static func value(of schedule: Schedule) -> JSONValue {
    let unknown = schedule.members.json
    let fields = schedule.week.sides.fields
    let days = Weekday.allCases.map { day in
      let periods = Period.allCases.map { period in
        let row = RowAddress(day, period)
        let setpoint = schedule.week[row]
        let members = fields.map { JSONValue.Member($0.name, setpoint[$0].json) }
        return JSONValue.Member(period.name, .object(members + unknown[.row(row), default: []]))
      }
      return JSONValue.Member(day.name, .object(periods + unknown[.day(day), default: []]))
    }
    var members = schedule.texts.compactMap { member, text in
      text.map { JSONValue.Member(member.name, .string($0)) }
    }
    members.append(JSONValue.Member(Member.days.name, .object(days + unknown[.days, default: []])))
    return .object(members + unknown[.top, default: []])
  }

  static func value(of entry: CalendarEntry) -> JSONValue {
    let members = FileFormat.calendarEntry.members.compactMap { member in
      entry.json(of: member).map { JSONValue.Member(member.name, $0) }
    }
    return .object(members + entry.members.json[.top, default: []])
  }
}

extension UnknownMembers {
  /// The members in their own spelling, by place.
  fileprivate var json: [Place: [JSONValue.Member]] {
    keys.reduce(into: [:]) { places, key in
      guard let value = self[key] else { return }
      let name = String(decoding: key.name, as: UTF8.self)
      places[key.place, default: []].append(JSONValue.Member(name, .raw(value.spelling)))
    }
  }
}

private typealias Member = FileFormat.Member

/// The role of a value in a schedule file; determines the order of its members and its layout.
private enum Role {
  case document, schedules, schedule, days, day, setpoint, calendar, entry, other

  /// The names of the known members, in order.
  var order: [StaticString] {
    switch self {
    case .document: Self.documentOrder
    case .schedule: FileFormat.schedule.keys
    case .days: FileFormat.week.keys
    case .day: FileFormat.day.keys
    case .setpoint: FileFormat.period.keys
    case .entry: FileFormat.calendarEntry.keys
    case .schedules, .calendar, .other: []
    }
  }

  private static let documentOrder = [JSONReader.schemaKey] + FileFormat.document.keys

  /// The role of a child; `place` is its index in `order`, nil for an unknown member.
  func role(at place: Int?, of child: Int, in view: JSONView) -> Role {
    switch self {
    case .schedules: .schedule
    case .document:
      view.isKey(child, Member.schedules.key)
        ? .schedules : view.isKey(child, Member.calendar.key) ? .calendar : .other
    case .calendar: .entry
    case .schedule: view.isKey(child, Member.days.key) ? .days : .other
    case .days: place == nil ? .other : .day
    case .day: place == nil ? .other : .setpoint
    case .setpoint, .entry, .other: .other
    }
  }
}

/// Formats a text; keeps the spelling of each value.
private struct Layout {
  let view: JSONView
  var output: [UInt8] = []

  /// Writes a value; `isInline` writes it on one line.
  mutating func write(_ node: Int, as role: Role, indent: Int, isInline: Bool = false) {
    let brackets: (open: UInt8, close: UInt8)
    switch view.kind(node) {
    case .object: brackets = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    case .array: brackets = (UInt8(ascii: "["), UInt8(ascii: "]"))
    default:
      output.append(contentsOf: view.bytes(node))
      return
    }
    let isInline = isInline || role == .setpoint || role == .entry
    output.append(brackets.open)
    var isFirst = true
    for (child, place) in children(of: node, in: role.order) {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      if !isInline {
        beginLine(indent + 2)
      } else if !isFirst {
        output.append(UInt8(ascii: " "))
      }
      isFirst = false
      let key = view.key(child)
      if !key.isEmpty {
        output.append(contentsOf: key)
        output += [UInt8(ascii: ":"), UInt8(ascii: " ")]
      }
      let below = role.role(at: place, of: child, in: view)
      write(child, as: below, indent: indent + 2, isInline: isInline)
    }
    if !isInline && !isFirst { beginLine(indent) }
    output.append(brackets.close)
  }

  /// Returns the children of a value: the first of each known name, in order, then the others.
  private func children(of node: Int, in order: [StaticString]) -> [(child: Int, place: Int?)] {
    var known = [(child: Int, place: Int?)?](repeating: nil, count: order.count)
    var others: [(child: Int, place: Int?)] = []
    var child = node + 1
    while child < view.next(node) {
      let place = order.firstIndex { view.isKey(child, $0) }
      if let place, known[place] == nil {
        known[place] = (child, place)
      } else {
        others.append((child, place))
      }
      child = view.next(child)
    }
    return known.compactMap(\.self) + others
  }

  private mutating func beginLine(_ indent: Int) {
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
  }
}

extension JSONTree {
  /// Returns the formatted text; lines after the first are indented by `indent` spaces.
  fileprivate func laidOut(as role: Role, indent: Int) -> [UInt8] {
    withView { view in
      var layout = Layout(view: view)
      layout.output.reserveCapacity(bytes.count * 2)
      layout.write(0, as: role, indent: indent)
      return layout.output
    }
  }
}
