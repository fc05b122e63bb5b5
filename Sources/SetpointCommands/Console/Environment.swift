import CLibrary

/// The environment variables that the program reads; an empty one counts as not set.
enum Environment {
  static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(fileName: value)
  }

  /// Where the document lives that `edit` opens without a name (XDG Base Directory Specification).
  static var defaultDocument: String {
    "\(folder("XDG_DATA_HOME", ".local/share"))/schedule.json"
  }

  /// Where a user's settings, layouts and themes are.
  static var settingsFolder: String { folder("XDG_CONFIG_HOME", ".config") }

  /// The program's folder in the one that `variable` names, if that is absolute.
  private static func folder(_ variable: String, _ usual: String) -> String {
    // Without a home there is nothing of the user's own; this is a path that nothing can stand at.
    let home = Environment["HOME"].flatMap { $0.hasBytes(atStart: "/") ? $0 : nil } ?? "/dev/null"
    let chosen = Environment[variable].flatMap { $0.hasBytes(atStart: "/") ? $0 : nil }
    return "\(chosen ?? "\(home)/\(usual)")/setpoint"
  }
}
