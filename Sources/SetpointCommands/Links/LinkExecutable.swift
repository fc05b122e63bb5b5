import CLibrary
import LinkProtocol
import ScheduleFiles

/// Locates the program that connects to devices.
enum LinkExecutable {
  static let name = "setpoint-link"

  /// Finds the program: the one named by `SETPOINT_LINK`, or else one beside this program, in its
  /// `../libexec/setpoint`, or on the search path.
  ///
  /// - Throws: `LinkFailure` with instructions for installing it.
  static func path() throws(LinkFailure) -> String {
    if let named = Environment["SETPOINT_LINK"] {
      guard isExecutable(named) else {
        throw LinkFailure(.unreachable, "\(named), which SETPOINT_LINK names, is not a program")
      }
      return named
    }
    var folders = (Environment["PATH"] ?? "").split(separator: ":").map(String.init)
    if let own = folder { folders = [own, "\(own)/../libexec/setpoint"] + folders }
    for folder in folders where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if isExecutable(path) { return path }
    }
    throw LinkFailure(
      .unreachable,
      "cannot find \(name), which talks to devices; install it beside setpoint (make install, or the "
        + "package setpoint-link)")
  }

  /// The folder of this program.
  private static var folder: String? {
    #if os(Linux)
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0 else { return nil }
      let path = String(fileName: buffer[..<count].map(UInt8.init(bitPattern:)))
      return path.lastIndex(of: "/").map { String(path[..<$0]) }
    #else
      return nil
    #endif
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && path.withFileName { access($0, X_OK) } == 0
  }
}
