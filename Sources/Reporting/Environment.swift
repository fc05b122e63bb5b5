import CLibrary
import ScheduleFiles

/// The environment variables of the program; an empty variable counts as unset.
package enum Environment {
  package static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(fileName: value)
  }

  /// The document that `edit` opens by default.
  package static var defaultDocument: String {
    "\(Folder.ofUser("XDG_DATA_HOME", ".local/share") ?? nowhere)/schedule.json"
  }

  /// The folder of the user's settings, layouts and themes.
  package static var settingsFolder: String {
    Folder.ofUser("XDG_CONFIG_HOME", ".config") ?? nowhere
  }

  /// A path that cannot exist, for a user without a home.
  private static let nowhere = "/dev/null/setpoint"
}
