import CLibrary

/// A folder below `fixtures/` that is a case of a test.
package struct Fixture: Sendable, CustomStringConvertible {
  /// The folder, from `fixtures/`.
  package let folder: String

  /// Names a folder.
  package init(_ folder: String) {
    self.folder = folder
  }

  /// The last part of the name, which a failed case is known by.
  package var description: String { folder.split(separator: "/").last.map(String.init) ?? folder }

  /// The folders in a folder, sorted.
  package static func all(in set: String) -> [Fixture] {
    Folder.visibleNames(in: Fixtures.path(set)).map { Fixture("\(set)/\($0)") }
  }

  /// The bytes of a file of the folder; nil if it does not exist.
  package func bytes(of name: String) -> [UInt8]? { Fixtures.bytes("\(folder)/\(name)") }

  /// The bytes of `input.json`; empty if it does not exist.
  package var input: [UInt8] { bytes(of: "input.json") ?? [] }

  /// Compares with a file of the folder, which must be missing for nil; nil when alike, otherwise what
  /// to say.
  package func mismatch(_ actual: [UInt8]?, _ name: String) -> String? {
    if let actual {
      return Golden.mismatch(String(decoding: actual, as: UTF8.self), "\(folder)/\(name)")
    }
    guard bytes(of: name) != nil else { return nil }
    if Golden.isRecording { unlink(Fixtures.path("\(folder)/\(name)")) }
    return "\(folder)/\(name) is there, and nothing was to be written"
  }
}
