import ArgumentParser
import ScheduleModel

/// Where a schedule goes that was read from a device: a file of its own, or one that it changes.
struct ImportTarget {
  /// The file to change; nil for a file of its own.
  let into: String?
  /// The file of its own; nil for standard output.
  let output: String?
  let name: String?
  let isForced: Bool
  let schedule: ScheduleOption
  let writing: WritingOptions

  /// Makes sure that no option is given that would do nothing.
  func check() throws {
    if into != nil && (output != nil || name != nil || isForced) {
      throw ValidationError("--into does not go with --output, --name or --force")
    }
    if into == nil && schedule.schedule != nil {
      throw ValidationError("--schedule picks a schedule of the file that --into names")
    }
    if let name { try ScheduleName.check(typed: name) }
    if isForced && output == nil { throw ValidationError("--force goes with --output") }
    try writing.refuse(where: into == nil || into == "-", "they go with --into FILE")
  }
}
