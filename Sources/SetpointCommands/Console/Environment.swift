import CLibrary

/// The environment variables of the program; an empty variable counts as unset.
enum Environment {
  static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(fileName: value)
  }

  /// The document that `edit` opens by default (XDG Base Directory Specification).
  static var defaultDocument: String {
    "\(folder("XDG_DATA_HOME", ".local/share"))/schedule.json"
  }

  /// The folder of the user's settings, layouts and themes.
  static var settingsFolder: String { folder("XDG_CONFIG_HOME", ".config") }

  /// The program's folder in the one named by `variable`, if that is absolute.
  private static func folder(_ variable: String, _ usual: String) -> String {
    // Without a home, use a path that cannot exist.
    let home = Environment["HOME"].flatMap { $0.hasBytes(atStart: "/") ? $0 : nil } ?? "/dev/null"
    let chosen = Environment[variable].flatMap { $0.hasBytes(atStart: "/") ? $0 : nil }
    return "\(chosen ?? "\(home)/\(usual)")/setpoint"
  }
}
