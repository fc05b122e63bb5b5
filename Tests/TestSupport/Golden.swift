import CLibrary

/// The project's folder and the files in it that tests compare with.
package enum Fixtures {
  /// The path of a file below `fixtures/`.
  package static func path(_ name: String) -> String { "\(root)/fixtures/\(name)" }

  /// The bytes of a file below `fixtures/`, nil when it is not there.
  package static func bytes(_ name: String) -> [UInt8]? { WholeFile.bytes(path(name)) }

  /// The project's folder, found from where this source file was compiled.
  package static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()
}

/// Output compared with a reviewed file.
///
/// With `SETPOINT_RECORD` the file is updated, and the comparison still fails: a recording is not a test.
package enum Golden {
  /// Whether files are written rather than compared with.
  package static var isRecording: Bool { getenv("SETPOINT_RECORD") != nil }

  /// Compares; returns nil if equal, otherwise a message.
  package static func mismatch(_ actual: String, _ name: String) -> String? {
    let path = Fixtures.path(name)
    if isRecording {
      WholeFile.write(Array(actual.utf8), path)
      return "recorded \(name); review it"
    }
    guard let expected = WholeFile.bytes(path) else { return "\(name) is missing; make record" }
    guard expected != Array(actual.utf8) else { return nil }
    return
      "\(name) differs; got:\n\(actual)\nexpected:\n\(String(decoding: expected, as: UTF8.self))"
  }
}

/// Files read and written whole, for tests.
///
/// The programs that tests start do not inherit them: an inherited file stays open for writing until the program ends,
/// and a save waits for that.
package enum WholeFile {
  /// The bytes of a file, nil when it cannot be read.
  package static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      result += chunk[..<count]
    }
    return result
  }

  /// Writes a file; returns whether that worked.
  @discardableResult
  package static func write(_ bytes: [UInt8], _ path: String) -> Bool {
    guard let file = fopen(path, "we") else { return false }
    defer { fclose(file) }
    return fwrite(bytes, 1, bytes.count, file) == bytes.count
  }
}
