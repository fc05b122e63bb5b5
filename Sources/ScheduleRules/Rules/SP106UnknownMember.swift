import Diagnostics

/// SP106: no unknown member.
enum SP106UnknownMember: ObjectRule {
  static let info = RuleInfo(
    code: "SP106", severity: .warning, summary: "no unknown member",
    what: """
      Unknown members are reported; they are kept unchanged and in place when editing and saving. A misspelt member \
      that is required is reported as missing instead (SP104, SP105, SP110). The member "$schema" at the top, which \
      names the JSON Schema for editors, is allowed.
      """,
    why: """
      An unknown member is the data of a newer program, or a slip of the keyboard that would \
      otherwise go unnoticed.
      """,
    bad: #""name": "Home", "nots": "from October","#,
    good: #""name": "Home", "notes": "from October","#,
    fix: .unsafe)

  static func check(_ object: ReadObject, reader: inout DocumentReader) {
    for (name, offset, meant) in object.unknown {
      let path = object.path.child(name)
      let hint = meant.map { " (did you mean \"\($0)\"?)" } ?? ""
      reader.findings.add(
        info, path, at: .offset(offset),
        "unknown member \(name.quoted())\(hint); it is kept unchanged",
        fix: meant.map { meant in
          { index in index.renaming(of: path, to: meant).map { Fix(.unsafe, edits: [$0]) } }
        })
    }
  }
}
