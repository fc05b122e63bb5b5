import JSONText

/// The members of an object that the file format knows, one after the other, and a tally of them.
struct KnownMembers {
  let names: [StaticString]
  private var guess = 0
  private var children: JSONNode.Children
  /// The value of the member that `next()` found last; the object itself before that.
  private(set) var value: JSONNode
  /// A bit for each name that occurred.
  private(set) var seen = 0
  /// Whether there were other members.
  private(set) var hasOthers = false

  /// Prepares to go through the members of `node`.
  init(of node: JSONNode, names: [StaticString]) {
    self.names = names
    children = node.children
    value = node
  }

  /// Goes to the next known member and returns its place in the list of names.
  mutating func next() -> Int? {
    while let member = children.next() {
      if let place = member.place(among: names, guess: guess) {
        guess = place + 1
        seen |= 1 << place
        value = member
        return place
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

extension JSONNode {
  /// The place of a member's name among `names`, looked for from `guess` on; nil when it is none of
  /// them.
  ///
  /// Members mostly come in the expected order, so that the first comparison succeeds.
  func place(among names: [StaticString], guess: Int = 0) -> Int? {
    if guess < names.count, isNamed(names[guess]) { return guess }
    return names.firstIndex { isNamed($0) }
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
