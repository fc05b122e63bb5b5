import Diagnostics
import JSONText
import ScheduleModel

/// A value of a JSON file with its place.
struct LocatedNode {
  /// The value.
  let node: JSONNode
  /// The file.
  let text: DeviceText
  private let origin: Origin

  /// What a place of the JSON text is in the file.
  enum Origin {
    /// The JSON begins there.
    case part(from: Int)
    /// The JSON was written of the file.
    case written(JSONWithPlaces)

    /// The place in the file.
    func offset(of place: Int) -> Int {
      switch self {
      case .part(let base): base + place
      case .written(let json): json.place(of: place)
      }
    }
  }

  /// Names a value of a JSON text.
  init(_ node: JSONNode, _ origin: Origin, of text: DeviceText) {
    self.node = node
    self.origin = origin
    self.text = text
  }

  /// Where the value begins.
  var offset: Int { origin.offset(of: node.range.lowerBound) }

  /// The member `key`; nil when there is none.
  subscript(key: String) -> LocatedNode? { node[key].map(sibling) }

  /// The member that has one of several spellings; nil when none is there.
  ///
  /// - Throws: `ImportRefusal.unreadable` for a second spelling, since either could be meant.
  func first(of keys: String...) throws(ImportRefusal) -> LocatedNode? {
    let present = keys.filter { node[$0] != nil }
    if present.count > 1, let second = self[present[1]] {
      throw second.fault("\(present[1].quoted()) says \(present[0].quoted()) again")
    }
    return present.first.flatMap { self[$0] }
  }

  /// The fault that ends the reading, at this value.
  func fault(_ message: String) -> ImportRefusal { text.fault(at: offset, message) }

  /// The member `key`.
  ///
  /// - Throws: `ImportRefusal.unreadable` when it is missing.
  func member(_ key: String) throws(ImportRefusal) -> LocatedNode {
    _ = try object()
    guard let place = self[key] else { throw fault("\"\(key)\" is missing") }
    return place
  }

  /// The members of an object.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value.
  func object() throws(ImportRefusal) -> [(key: String, value: LocatedNode)] {
    guard node.kind == .object else {
      throw fault("expected an object, not \(node.kind.description)")
    }
    return members
  }

  /// The elements of an array.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value.
  func array() throws(ImportRefusal) -> [LocatedNode] {
    guard node.kind == .array else {
      throw fault("expected an array, not \(node.kind.description)")
    }
    return node.elements.map(sibling)
  }

  /// The text of a string.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value.
  func string() throws(ImportRefusal) -> String {
    guard let string = node.string else {
      throw fault("expected a string, not \(node.kind.description)")
    }
    return string
  }

  /// A temperature.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value, and beyond ±1000 degrees.
  func degrees() throws(ImportRefusal) -> ReadDegrees {
    guard let number = node.number else {
      throw fault("expected a temperature, not \(node.kind.description)")
    }
    guard let degrees = ReadDegrees(number) else { throw fault("\(number) is no temperature") }
    return degrees
  }

  /// A time of day such as `06:00` or `06:00:00`, in minutes.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value, and for a time with seconds.
  func clockMinutes() throws(ImportRefusal) -> Int {
    let string = try string()
    guard let minutes = ClockText.minutes(string) else {
      throw fault("\(string.quoted()) is not a time; expected HH:MM")
    }
    return minutes
  }

  /// A number of minutes since midnight.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value, and outside 0...1439.
  func minutes() throws(ImportRefusal) -> Int {
    guard let number = node.number else {
      throw fault("expected minutes since midnight, not \(node.kind.description)")
    }
    guard number.rounded() == number, (0..<1440).contains(number) else {
      throw fault("minute \(node.integer.map(String.init) ?? "\(number)") is outside 0 to 1439")
    }
    return Int(number)
  }

  /// A day by its name, in any case.
  ///
  /// - Throws: `ImportRefusal.unreadable` for anything else.
  func weekday() throws(ImportRefusal) -> Weekday {
    let name = try string()
    guard let day = Weekday(exactly: name.lowercased()) else {
      throw fault("\(name.quoted()) is not a day")
    }
    return day
  }

  /// Notes the members that are none of `known`.
  func warn(unknownBut known: Set<String>) {
    for (key, place) in members where !known.contains(key) {
      text.leaveOut("unknown member \(key.quoted())", at: place.offset)
    }
  }

  private var members: [(key: String, value: LocatedNode)] {
    node.members.map { ($0.key, sibling($0.value)) }
  }

  private func sibling(_ node: JSONNode) -> LocatedNode { LocatedNode(node, origin, of: text) }
}
