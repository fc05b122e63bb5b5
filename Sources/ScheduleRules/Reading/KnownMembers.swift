import JSONText

/// The members of an object that the file format knows, one after the other, and a tally of them.
struct KnownMembers: IteratorProtocol {
  private let names: [StaticString]
  private var members: JSONMembers
  private var guess = 0
  /// A bit for each name that occurred.
  private(set) var seen = 0
  /// Whether there were other members.
  private(set) var hasOthers = false

  /// Prepares to go through the members of `node`.
  init(of node: JSONNode, names: [StaticString]) {
    self.names = names
    members = node.eachMember
  }

  /// Finds the next known member: its place in the list of names, and its value.
  mutating func next() -> (place: Int, value: JSONNode)? {
    while let member = members.next() {
      if let place = member.index(in: names, guess: guess) {
        guess = place + 1
        seen |= 1 << place
        return (place, member.value)
      }
      hasOthers = true
    }
    return nil
  }

  /// Whether, at the end, the first `required` names occurred and no unknown one did.
  func isExact(required: Int) -> Bool {
    let all = 1 << required - 1
    return !hasOthers && seen & all == all
  }
}

/// The members that the file format knows, required ones first.
enum MemberNames {
  static let document: [StaticString] = ["format", "version", "unit", "schedules"]
  static let schedule: [StaticString] = ["name", "days", "notes", "device"]
  static let days: [StaticString] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  static let day: [StaticString] = ["wake", "leave", "return", "sleep"]
  static let row: [StaticString] = ["time", "heat", "cool"]
}

/// A required member that is not there, and the unknown one that is probably meant to be it.
struct MissingMember {
  let name: String
  let misspelt: String?
}
