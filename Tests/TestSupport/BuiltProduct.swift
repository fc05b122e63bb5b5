import CLibrary

/// A program that the tests start.
package enum BuiltProduct {
  /// Whether the tests run the program that people install, as `make test-release` does, and so measure it.
  package static var isOptimized: Bool { getenv("SETPOINT") != nil }

  /// The path of the executable product `name`: the product that was built with the tests, unless
  /// `SETPOINT` or `SETPOINT_LINK` names another `setpoint` or `setpoint-link`.
  package static func path(_ name: String, file: String = #filePath) -> String {
    let variable = ["setpoint": "SETPOINT", "setpoint-link": "SETPOINT_LINK"][name]
    if let variable, let path = getenv(variable) { return String(cString: path) }
    #if os(Linux)
      // The test runner lies in the same folder, whatever the configuration or scratch path.
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      let runner = String(
        decoding: buffer[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
      return folder(of: runner) + "/" + name
    #else
      let build = "/.build/debug/"
      return folder(of: folder(of: folder(of: file))) + build + name
    #endif
  }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
