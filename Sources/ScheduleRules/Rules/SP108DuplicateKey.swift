import Diagnostics

/// SP108: no duplicate key.
enum SP108DuplicateKey: Rule {
  static let info = RuleInfo(
    code: "SP108", severity: .error, summary: "no duplicate key",
    what: """
      No object may have two members of the same name, at any depth. The values of these members are not checked.
      """,
    why: """
      RFC 8259 does not define which of two equal members applies: one program heats to the first value, another to \
      the last.
      """,
    bad: #""wake": {"time": "06:00", "heat": 70, "cool": 78, "heat": 68}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#)

  /// Reports each repeated member once, at its second name; returns the repeated members.
  static func report(
    _ duplicates: [(object: DocumentPath, key: String, offset: Int)],
    _ findings: inout FindingList
  ) -> Set<DocumentPath> {
    var counts: [DocumentPath: Int] = [:]
    for duplicate in duplicates { counts[duplicate.object.child(duplicate.key), default: 1] += 1 }
    var reported: Set<DocumentPath> = []
    for (object, key, offset) in duplicates {
      let path = object.child(key)
      guard reported.insert(path).inserted else { continue }
      let times = counts[path] == 2 ? "twice" : "\(counts[path] ?? 2) times"
      findings.add(
        info, path, at: .offset(offset),
        "\(key.quoted()) appears \(times) in \(object.words(nil))")
    }
    return reported
  }
}
