import Diagnostics
import JSONText

/// SP601: a calendar entry names a schedule of the file.
enum SP601KnownSchedule: Rule {
  static let info = RuleInfo(
    code: "SP601", severity: .error, summary: "calendar entries name schedules of the file",
    what: """
      The "schedule" of each calendar entry must be the name of a schedule of the file. The fix \
      names the schedule with the most similar name.
      """,
    why: "The file has no schedule for the days of the entry.",
    bad: #""unit": "F", "calendar": [{"schedule": "Hom"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home"}]"#, fix: .unsafe)

  /// Reads a name and reports it if no schedule has it; reports another type and returns nil.
  static func read(
    _ node: JSONNode, _ path: DocumentPath, _ reader: inout DocumentReader
  ) -> String? {
    guard let name = SP107ValueType.string(node, at: path, &reader) else { return nil }
    let names = reader.draft.schedules.compactMap(\.name)
    // The entry may name a schedule whose name is unreadable.
    if names.count == reader.draft.schedules.count, !names.isEmpty, !names.contains(name) {
      let near = Spelling.nearest(to: name, among: names.map { $0.lowercased() })
      let nearest = names.first { $0.lowercased() == near }
      let guess = nearest.map { "; did you mean \($0.quoted())?" } ?? ""
      reader.findings.add(info, path, "there is no schedule \(name.quoted())\(guess)") { index in
        nearest.flatMap { index.fix(.unsafe, replacing: path, by: .string($0)) }
      }
    }
    return name
  }
}
