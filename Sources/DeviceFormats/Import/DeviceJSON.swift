import Diagnostics
import JSONText

/// A device's JSON with the places of its values, for readers that must say where a fault is.
struct DeviceJSON {
  let tree: JSONTree
  private let bytes: [UInt8]
  private let file: String

  /// Parses a device's answer.
  ///
  /// - Throws: `ImportRefusal`, with the place of the fault.
  init(_ bytes: [UInt8], file: String) throws(ImportRefusal) {
    self.bytes = bytes
    self.file = file
    do {
      tree = try JSONTree(parsing: bytes)
    } catch {
      var source = SourceText(bytes)
      throw ImportRefusal(diagnostics: [
        Diagnostic(
          file: file, location: source.location(at: error.offset), message: error.message)
      ])
    }
  }

  /// Makes a refusal about the value at `path`.
  func refusal(_ message: String, at path: JSONPath) -> ImportRefusal {
    let map = SourceMap(bytes)
    var source = SourceText(bytes)
    let offset = map.node(at: path).map { map[$0].range.lowerBound } ?? 0
    return ImportRefusal(diagnostics: [
      Diagnostic(
        file: file, location: source.location(at: offset), message: message, path: path.pointer)
    ])
  }
}
