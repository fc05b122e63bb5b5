import JSONText
import ScheduleModel

/// An object that the file format knows, with its members told apart, for the rules about objects.
struct ReadObject {
  let node: JSONNode
  let path: DocumentPath
  /// The required members that are not there.
  var missing: [MissingMember] = []
  /// The members that the file format does not know, but those that are taken for missing ones.
  var unknown: [UnknownMember] = []
  /// What was read of the week, for its days.
  var week: DraftWeek?
}

/// A required member that is not there, and the unknown one that is probably meant to be it.
struct MissingMember {
  let name: String
  let misspelt: String?
}

/// An unknown member, and the optional one that is not there and that it probably is meant to be.
struct UnknownMember {
  let name: String
  let meant: String?
}
