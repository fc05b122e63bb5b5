import JSONText
import ScheduleModel

/// A missing required member, and the unknown member that is probably a misspelling of it.
typealias MissingMember = (name: String, misspelt: String?)

/// An object of the file format with its missing and unknown members, for the object rules.
struct ReadObject {
  let node: JSONNode
  let path: DocumentPath
  /// The missing required members.
  var missing: [MissingMember] = []
  /// The unknown members, except those taken for misspelt missing ones, each with the absent optional member that is
  /// probably meant.
  var unknown: [(name: String, meant: String?)] = []
  /// The values of the week, for its days.
  var week: DraftWeek?
}
