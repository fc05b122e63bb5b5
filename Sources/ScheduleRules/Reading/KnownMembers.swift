import JSONText
import ScheduleModel

/// The members of an object that the file format knows, one after the other, and a tally of them.
struct KnownMembers<Element: Sendable> {
  /// What the members stand for, and their names.
  let object: FileFormat.Object<Element>
  private var guess = 0
  private var children: JSONNode.Children
  /// The value of the member that `next()` found last; the object itself before that.
  private(set) var value: JSONNode
  /// A bit for each name that occurred.
  private(set) var seen = 0
  /// Whether there were other members.
  private(set) var hasOthers = false

  /// Prepares to go through the members of `node`.
  init(of node: JSONNode, _ object: FileFormat.Object<Element>) {
    self.object = object
    children = node.children
    value = node
  }

  /// Goes to the next known member and returns what it stands for.
  mutating func next() -> Element? {
    while let member = children.next() {
      if let place = member.place(among: object.keys, guess: guess) {
        guess = place + 1
        seen |= 1 << place
        value = member
        return object.members[place]
      }
      hasOthers = true
    }
    return nil
  }

  /// Whether, at the end, all required members occurred and no unknown one did.
  var isExact: Bool { !hasOthers && seen & object.required == object.required }
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
