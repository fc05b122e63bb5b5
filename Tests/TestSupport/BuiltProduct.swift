import CLibrary

/// A program that the package manager built beside the tests.
package enum BuiltProduct {
  /// The path of the executable product `name`.
  package static func path(_ name: String, file: String = #filePath) -> String {
    #if os(Linux)
      // The test runner lies in the same folder, whatever the configuration or scratch path.
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      let runner = String(
        decoding: buffer[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
      return folder(of: runner) + "/" + name
    #else
      #if DEBUG
        let build = "/.build/debug/"
      #else
        let build = "/.build/test/release/"
      #endif
      return folder(of: folder(of: folder(of: file))) + build + name
    #endif
  }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
