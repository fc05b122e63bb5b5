import JSONText
import ScheduleModel

/// A missing required member, and the unknown member that is probably a misspelling of it.
typealias MissingMember = (name: String, misspelt: String?)

/// An unknown member, the offset of its name, and the absent optional member that is probably meant.
typealias UnknownMember = (name: String, offset: Int, meant: String?)

/// An object of the file format with its missing and unknown members, for the object rules.
struct ReadObject {
  let node: JSONNode
  let path: DocumentPath
  /// The missing required members.
  var missing: [MissingMember] = []
  /// The unknown members, except those taken for misspelt missing ones.
  var unknown: [UnknownMember] = []
  /// The values of the week, for its days.
  var week: DraftWeek?
}
