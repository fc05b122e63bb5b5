package import ScheduleModel

/// What the editor asks of the program around it: files, devices, other programs.
///
/// The editor sees neither files nor devices, so that it can be tested and reused without either.
package protocol EditorHost: AnyObject {
  /// Writes the document; returns why it could not, nil when it is written.
  func save(_ contents: ScheduleCollection) -> String?

  /// Writes a schedule in a device's format; returns what to tell the person, and whether it failed.
  func export(
    _ schedule: NamedSchedule, format: String, path: String
  ) -> (text: String, isProblem: Bool)
}
