import Diagnostics
import JSONText
import ScheduleModel

/// A value of a JSON file with its place.
struct LocatedNode {
  let node: JSONNode
  let text: DeviceText
  /// Converts an offset in the JSON text to one in the file; the JSON may be a part of the file, or converted from it.
  let place: (Int) -> Int

  var offset: Int { place(node.range.lowerBound) }

  /// The member `key`; nil if there is none.
  subscript(key: String) -> LocatedNode? { node[key].map(sibling) }

  /// Returns the member with one of several spellings; nil if there is none. Throws for two: either could be meant.
  func first(of keys: String...) throws(ImportRefusal) -> LocatedNode? { try first(of: keys) }

  private func first(of keys: [String]) throws(ImportRefusal) -> LocatedNode? {
    let present = keys.filter { node[$0] != nil }
    if present.count > 1, let second = self[present[1]] {
      throw second.fault("\(present[1].quoted()) repeats \(present[0].quoted())")
    }
    return present.first.flatMap { self[$0] }
  }

  /// The error that stops the import, at this value.
  func fault(_ message: Sentence) -> ImportRefusal { text.fault(at: offset, message) }

  /// Warns that this value, which `what` describes, was skipped.
  func leaveOut(_ what: String) { text.leaveOut(what, at: offset) }

  /// Returns a required member with one of several spellings; throws if it is missing, or for two spellings.
  func member(_ keys: String...) throws(ImportRefusal) -> LocatedNode {
    _ = try object()
    guard let place = try first(of: keys) else { throw fault("\"\(keys[0])\" is missing") }
    return place
  }

  /// Returns a value of this node; throws for nil, if the node does not have the form that `expectation` names.
  func expect<Value>(_ expectation: String, _ value: Value?) throws(ImportRefusal) -> Value {
    guard let value else { throw fault("expected \(expectation), not \(node.kind.description)") }
    return value
  }

  func object() throws(ImportRefusal) -> [(key: String, value: LocatedNode)] {
    try expect("an object", node.kind == .object ? members : nil)
  }

  func array() throws(ImportRefusal) -> [LocatedNode] {
    try expect("an array", node.kind == .array ? node.elements.map(sibling) : nil)
  }

  /// Returns the elements of an array; throws for another type, and for more entries of a day than any device has.
  func entriesOfDay() throws(ImportRefusal) -> [LocatedNode] {
    let entries = try array()
    try refuseTooMany(entries.count)
    return entries
  }

  /// Throws for more entries of a day than any device has.
  func refuseTooMany(_ count: Int) throws(ImportRefusal) {
    guard count <= 48 else { throw fault("\(count) entries a day are more than any device has") }
  }

  func string() throws(ImportRefusal) -> String { try expect("a string", node.string) }

  func boolean() throws(ImportRefusal) -> Bool { try expect("true or false", node.boolean) }

  /// Returns a temperature; throws for another type, and beyond ±1000 degrees.
  func degrees() throws(ImportRefusal) -> ReadDegrees {
    let number = try expect("a temperature", node.number)
    guard let degrees = ReadDegrees(number) else { throw fault("\(number) is not a temperature") }
    return degrees
  }

  /// Returns a time of day such as `06:00`, `06:00:00` or `06:00:15`; throws for another type.
  func clockTime() throws(ImportRefusal) -> ReadTime {
    let string = try string()
    if let time = TimeOfDay(clock: string) { return (time.minutes, nil) }
    let seconds = string.utf8.count <= 8 ? string.suffix(2).wholeNumber(digits: 2) : nil
    guard let seconds, seconds < 60, let time = TimeOfDay(clock: string.dropLast(3)) else {
      throw fault("\(string.quoted()) is not a time; expected HH:MM")
    }
    return (min(time.minutes + (seconds < 30 ? 0 : 1), 1439), string)
  }

  /// Returns a number of minutes since midnight; throws for another type, and outside 0...1439.
  func minutes() throws(ImportRefusal) -> ReadTime {
    let number = try expect("minutes since midnight", node.number)
    guard number.rounded() == number, (0..<1440).contains(number) else {
      let reason = number.rounded() == number ? "outside 0 to 1439" : "not a whole number"
      throw fault("minute \(node.integer.map(String.init) ?? "\(number)") is \(reason)")
    }
    return (Int(number), nil)
  }

  /// Returns the time of an object with hour and minute; throws for numbers that are not a time.
  func hourAndMinute() throws(ImportRefusal) -> ReadTime {
    let (hour, minute) = (try member("hour").node.integer, try member("minute").node.integer)
    guard let time = TimeOfDay(hour: hour ?? -1, minute: minute ?? -1) else {
      throw fault("the hour and minute are not a time")
    }
    return (time.minutes, nil)
  }

  /// Parses the name of a day, in any case.
  func weekday() throws(ImportRefusal) -> Weekday {
    let name = try string()
    guard let day = Weekday(exactly: name.lowercased()) else {
      throw fault("\(name.quoted()) is not a day")
    }
    return day
  }

  /// Warns about members that are not among `known`.
  func warn(unknownBut known: Set<String>) {
    for (key, place) in members where !known.contains(key) {
      place.leaveOut("unknown member \(key.quoted())")
    }
  }

  /// A value on the way to another one, and the name of the next one in it; empty in an array.
  typealias Step = (key: String, place: LocatedNode)

  /// Finds the objects with a day among their members, at most six levels deep, and the way to each.
  ///
  /// Members in `ordinary` are not searched; `warns` about others without such an object.
  func weeks(
    except ordinary: Set<String>, along path: [Step] = [], warns: Bool = true,
    isDay: (String) -> Bool = { Weekday(exactly: $0) != nil }
  ) -> [(week: LocatedNode, path: [Step])] {
    let parts = node.kind == .array ? node.elements.map { ("", sibling($0)) } : members
    if parts.contains(where: { isDay($0.0) }) { return [(self, path)] }
    return parts.flatMap { key, value -> [(week: LocatedNode, path: [Step])] in
      guard path.count < 6, !ordinary.contains(key) else { return [] }
      let found = value.weeks(
        except: ordinary, along: path + [(key, self)], warns: warns, isDay: isDay)
      if warns, found.isEmpty, !key.isEmpty { value.leaveOut("member \(key.quoted())") }
      return found
    }
  }

  private var members: [(key: String, value: LocatedNode)] {
    node.members.map { ($0.key, sibling($0.value)) }
  }

  private func sibling(_ node: JSONNode) -> LocatedNode {
    LocatedNode(node: node, text: text, place: place)
  }
}

extension TimeOfDay {
  /// Parses `6:00`, `06:00` or `06:00:00`; nil for anything else, including other seconds and 24:00.
  init?(clock text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.wholeNumber(digits: 2) }
    guard numbers.count == parts.count, numbers.count == 2 || numbers.count == 3 && numbers[2] == 0
    else { return nil }
    self.init(hour: numbers[0], minute: numbers[1])
  }
}
