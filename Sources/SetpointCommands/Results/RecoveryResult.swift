import JSONText
import ScheduleModel
import ScheduleText

/// What `setpoint recover` prints as JSON.
enum RecoveryResult {
  private typealias Parts = SchemaParts

  /// Edits that were kept for a file; nil where there are none.
  static func json(_ recovery: Recovery?, file: String) -> JSONValue {
    let journal = recovery?.journal
    return .object([
      "file": .string(file), "edits": .integer(journal?.entries.count ?? 0),
      "holder": .optional(journal?.header.holder.description),
      "hasFile": .boolean(recovery.map { $0.current != nil } ?? true),
      "isUnchanged": .boolean(recovery?.isUnchanged ?? true),
      "changes": .array(DifferenceResult.json(recovery?.differences ?? [])),
      "conflicts": .array(recovery?.merge.conflicts.map(json(of:)) ?? []),
      "damagedLines": .array(journal?.damagedLines.map { .integer($0) } ?? []),
      "unplacedEdits": .integer(recovery?.unplacedCount ?? 0),
      "hasTornEnd": .boolean(journal?.hasTornEnd ?? false),
    ])
  }

  static let schema = Parts.object([
    ("file", Parts.type("string")), ("edits", count("How many edits were kept.")),
    ("holder", Parts.type("string", "null", description: "The editor that kept them.")),
    ("hasFile", Parts.type("boolean", description: "Whether the document was ever saved.")),
    (
      "isUnchanged",
      Parts.type("boolean", description: "Whether the file is as the editor had opened it.")
    ),
    ("changes", DifferenceResult.schema),
    (
      "conflicts",
      Parts.array(
        of: Parts.object([
          ("schedule", Parts.type("string", "null")), ("path", Parts.type("string", "null")),
          ("tag", Parts.type("integer", "null")), ("message", Parts.type("string")),
          ("base", Parts.type("string", "null")), ("file", Parts.type("string", "null")),
          ("edited", Parts.type("string", "null")),
        ]), "What both the file and the edits changed; it stays as it is in the file.")
    ),
    ("damagedLines", Parts.array(of: count(nil), "Lines of the journal that are left out.")),
    ("unplacedEdits", count("Edits of schedules that a damaged line may have added.")),
    ("hasTornEnd", Parts.type("boolean", description: "Whether the last edit was cut off.")),
  ])

  private static func count(_ description: String?) -> JSONValue {
    Parts.number("integer", in: 0...Int(Int32.max), description)
  }

  private static func json(of conflict: MergeConflict) -> JSONValue {
    .object([
      "schedule": .optional(conflict.schedule), "path": .optional(conflict.cell?.path),
      "tag": .optional(conflict.cell?.tag.rawValue),
      "message": .string(conflict.text(.recovery)), "base": .optional(conflict.base),
      "file": .optional(conflict.ours), "edited": .optional(conflict.theirs),
    ])
  }
}
