import JSONText
import ScheduleModel
import ScheduleRules
import ScheduleText

extension ContentsDifference {
  /// The difference in the output of `diff` and `recover`; `file` is its path in a folder.
  func json(in file: String? = nil) -> JSONValue {
    var (what, change, path, tag) = ("", "changed", JSONValue.null, JSONValue.null)
    var (old, new) = (JSONValue.null, JSONValue.null)
    switch subject {
    case .unit(let before, let after):
      (what, old, new) = ("unit", .string(before.rawValue), .string(after.rawValue))
    case .schedule(let kind): (what, change) = ("schedule", kind.rawValue)
    case .text(let member, let before, let after):
      (what, old, new) = (member.name, .optional(before), .optional(after))
    case .cell(let cell):
      (what, old, new) = ("cell", cell.old.json, cell.new.json)
      (path, tag) = (.string(cell.cell.path), .integer(cell.cell.tag))
    case .member(let name, let kind):
      (what, change, path) = ("member", kind.rawValue, .string(name))
    case .order: what = "order"
    case .calendar(let number, let before, let after):
      (what, old, new) = ("calendar", .optional(before), .optional(after))
      change = before == nil ? "added" : after == nil ? "removed" : "changed"
      path = .string("calendar/\(number)")
    }
    return .object([
      "file": .optional(file), "what": .string(what), "change": .string(change),
      "schedule": .optional(schedule), "path": path, "tag": tag, "old": old, "new": new,
    ])
  }
}
