import Diagnostics
import JSONText
import ScheduleModel

/// A value of a JSON file with its place.
struct LocatedNode {
  let node: JSONNode
  let text: DeviceText
  let origin: Origin

  /// How to convert places in the JSON text to places in the file.
  enum Origin {
    /// The JSON text starts at this offset.
    case part(from: Int)
    /// The JSON text was converted from the file.
    case written(JSONWithPlaces)

    /// Returns the offset in the file.
    func offset(of place: Int) -> Int {
      switch self {
      case .part(let base): base + place
      case .written(let json): json.place(of: place)
      }
    }
  }

  /// The offset of the value.
  var offset: Int { origin.offset(of: node.range.lowerBound) }

  /// The member `key`; nil if there is none.
  subscript(key: String) -> LocatedNode? { node[key].map(sibling) }

  /// Returns the member with one of several spellings; nil if there is none.
  ///
  /// - Throws: `ImportRefusal.unreadable` for two spellings, since either could be meant.
  func first(of keys: String...) throws(ImportRefusal) -> LocatedNode? { try first(of: keys) }

  private func first(of keys: [String]) throws(ImportRefusal) -> LocatedNode? {
    let present = keys.filter { node[$0] != nil }
    if present.count > 1, let second = self[present[1]] {
      throw second.fault("\(present[1].quoted()) repeats \(present[0].quoted())")
    }
    return present.first.flatMap { self[$0] }
  }

  /// The error that stops the import, at this value.
  func fault(_ message: String) -> ImportRefusal { text.fault(at: offset, message) }

  /// Returns a required member with one of several spellings.
  ///
  /// - Throws: `ImportRefusal.unreadable` if it is missing, or for two spellings.
  func member(_ keys: String...) throws(ImportRefusal) -> LocatedNode {
    _ = try object()
    guard let place = try first(of: keys) else { throw fault("\"\(keys[0])\" is missing") }
    return place
  }

  /// Returns the members of an object.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another type.
  func object() throws(ImportRefusal) -> [(key: String, value: LocatedNode)] {
    guard node.kind == .object else {
      throw fault("expected an object, not \(node.kind.description)")
    }
    return members
  }

  /// Returns the elements of an array.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another type.
  func array() throws(ImportRefusal) -> [LocatedNode] {
    guard node.kind == .array else {
      throw fault("expected an array, not \(node.kind.description)")
    }
    return node.elements.map(sibling)
  }

  /// Returns the text of a string.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another type.
  func string() throws(ImportRefusal) -> String {
    guard let string = node.string else {
      throw fault("expected a string, not \(node.kind.description)")
    }
    return string
  }

  /// Returns a boolean.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another type.
  func boolean() throws(ImportRefusal) -> Bool {
    guard let boolean = node.boolean else {
      throw fault("expected true or false, not \(node.kind.description)")
    }
    return boolean
  }

  /// Returns a temperature.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another type, and beyond ±1000 degrees.
  func degrees() throws(ImportRefusal) -> ReadDegrees {
    guard let number = node.number else {
      throw fault("expected a temperature, not \(node.kind.description)")
    }
    guard let degrees = ReadDegrees(number) else { throw fault("\(number) is not a temperature") }
    return degrees
  }

  /// Returns a time of day such as `06:00` or `06:00:00`, in minutes.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another type, and for a time with seconds.
  func clockMinutes() throws(ImportRefusal) -> Int {
    let string = try string()
    guard let minutes = ClockText.minutes(string) else {
      throw fault("\(string.quoted()) is not a time; expected HH:MM")
    }
    return minutes
  }

  /// Returns a number of minutes since midnight.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another type, and outside 0...1439.
  func minutes() throws(ImportRefusal) -> Int {
    guard let number = node.number else {
      throw fault("expected minutes since midnight, not \(node.kind.description)")
    }
    guard number.rounded() == number, (0..<1440).contains(number) else {
      throw fault("minute \(node.integer.map(String.init) ?? "\(number)") is outside 0 to 1439")
    }
    return Int(number)
  }

  /// Parses the name of a day, in any case.
  ///
  /// - Throws: `ImportRefusal.unreadable` for anything else.
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
      text.leaveOut("unknown member \(key.quoted())", at: place.offset)
    }
  }

  /// Throws for a member that is not among `known`.
  ///
  /// - Throws: `ImportRefusal.unreadable`.
  func refuse(unknownBut known: Set<String>) throws(ImportRefusal) {
    for (key, place) in members where !known.contains(key) {
      throw place.fault("unknown member \(key.quoted())")
    }
  }

  private var members: [(key: String, value: LocatedNode)] {
    node.members.map { ($0.key, sibling($0.value)) }
  }

  private func sibling(_ node: JSONNode) -> LocatedNode {
    LocatedNode(node: node, text: text, origin: origin)
  }
}
