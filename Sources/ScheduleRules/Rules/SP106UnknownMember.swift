import Diagnostics
import JSONText

/// SP106: no unknown member.
enum SP106UnknownMember: Rule {
  static let info = RuleInfo(
    code: "SP106", severity: .warning, summary: "no unknown member",
    what: """
      Members that this version does not know are reported; they are kept as they are, in place, \
      through editing and saving. A misspelt member that is required is reported as missing instead \
      (SP104, SP105, SP110).
      """,
    why: """
      An unknown member is the data of a newer program, or a slip of the keyboard that would \
      otherwise go unnoticed.
      """,
    bad: #""name": "Home", "nots": "from October","#,
    good: #""name": "Home", "notes": "from October","#,
    fix: .unsafe)

  /// Reports a member; `meant` is the optional one that it looks like and that is not there.
  static func report(
    _ name: String, of object: DocumentPath, meant: String?, reader: inout DocumentReader
  ) {
    let path = object.child(name)
    let hint = meant.map { " (did you mean \"\($0)\"?)" } ?? ""
    reader.findings.add(
      info, path, at: .key(path), "unknown member \(name.quoted())\(hint); it is kept as it is"
    ) { index in
      guard let meant, let edit = index.renaming(of: path, to: meant) else { return nil }
      return Fix(.unsafe, edits: [edit])
    }
  }
}
