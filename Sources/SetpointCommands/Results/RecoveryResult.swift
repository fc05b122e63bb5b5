import JSONText
import ScheduleModel
import ScheduleText

/// The JSON output of `setpoint recover`.
enum RecoveryResult {
  /// The recoverable edits of a file; nil if there are none.
  static func json(_ recovery: Recovery?, file: String) -> JSONValue {
    let journal = recovery?.journal
    return .object([
      "file": .string(file), "edits": .integer(journal?.editCount ?? 0),
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

  private static func json(of conflict: MergeConflict) -> JSONValue {
    .object([
      "schedule": .optional(conflict.schedule), "path": .optional(conflict.cell?.path),
      "tag": .optional(conflict.cell?.tag.rawValue),
      "message": .string(conflict.text(.recovery)), "base": .optional(conflict.base),
      "file": .optional(conflict.ours), "edited": .optional(conflict.theirs),
    ])
  }
}
