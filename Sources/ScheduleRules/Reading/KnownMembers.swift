import JSONText
import ScheduleModel

/// The set of known members that an object has.
struct KnownMembers {
  /// A bit for each known name that occurred.
  fileprivate var seen = 0
  /// The first other member; nil if there is none.
  fileprivate(set) var firstOther: Int?

  /// Whether the object has the member at an index of its order.
  func contains(_ place: Int) -> Bool { seen & 1 << place != 0 }

  /// Whether an object has all required members and no unknown ones.
  func isExact<Element>(_ object: FileFormat.Object<Element>) -> Bool {
    firstOther == nil && seen & object.required == object.required
  }
}

extension DocumentReader {
  /// Calls `read` for the known members of an object, in the order of the text.
  mutating func readMembers<Element>(
    of node: Int, _ object: FileFormat.Object<Element>,
    _ read: (inout DocumentReader, Element, Int) -> Void
  ) -> KnownMembers {
    var members = KnownMembers()
    // Members usually come in the expected order, so that the first comparison succeeds.
    var expected = 0
    var member = node + 1
    let end = view.next(node)
    while member < end {
      if let place = place(of: member, among: object.keys, expected: expected) {
        expected = place + 1
        members.seen |= 1 << place
        read(&self, object.members[place], member)
      } else if !isSchemaName(member, of: node) {
        draft.hasUnknownMembers = true
        members.firstOther = members.firstOther ?? member
      }
      member = view.next(member)
    }
    return members
  }

  /// Returns the index of a member's name in `names`; nil if it is not one of them.
  func place(of member: Int, among names: [StaticString], expected: Int = 0) -> Int? {
    if expected < names.count, view.isKey(member, names[expected]) { return expected }
    return names.firstIndex { view.isKey(member, $0) }
  }

  /// Whether a member of the document names its JSON Schema, for editors.
  func isSchemaName(_ member: Int, of object: Int) -> Bool {
    object == 0 && view.kind(member) == .string && view.isKey(member, JSONReader.schemaKey)
  }
}

/// A missing required member, and the unknown member that is probably a misspelling of it.
typealias MissingMember = (name: String, misspelt: String?)

/// An unknown member, its value, and the absent optional member that is probably meant.
typealias UnknownMember = (name: String, value: Int, meant: String?)

/// An object of the file format with its missing and unknown members, for the object rules.
struct ReadObject {
  let path: DocumentPath
  var missing: [MissingMember] = []
  /// The unknown members, except those taken for misspelt missing ones.
  var unknown: [UnknownMember] = []
}
