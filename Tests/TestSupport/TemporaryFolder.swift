import CLibrary

/// A folder of a test's own, removed with everything in it when the test is done.
package final class TemporaryFolder {
  /// The folder's path.
  package let path: String

  /// Makes the folder.
  package init() {
    var template = Array("/tmp/setpoint-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit {
    Self.remove(path)
  }

  /// The path of something in the folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in the folder, sorted, without the state of programs whose home it is.
  package var names: [String] {
    (Folder.names(in: path) ?? []).filter { $0 != ".local" }
  }

  private static func remove(_ path: String) {
    for name in Folder.names(in: path) ?? [] { remove("\(path)/\(name)") }
    if unlink(path) != 0 { _ = path.withFileName { rmdir($0) } }
  }
}
