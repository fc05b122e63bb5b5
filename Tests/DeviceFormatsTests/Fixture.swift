import DeviceFormats
import Diagnostics
import Testing
import CLibrary

/// Reads files of fixtures/devices.
enum Fixture {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/fixtures/devices"

  /// The names of the folders in a folder, in order.
  static func folders(_ path: String) -> [String] {
    guard let folder = opendir("\(root)/\(path)") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if entry.pointee.d_type == DT_DIR, !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes a file.
  static func write(_ text: String, to path: String) throws {
    let file = try #require(fopen("\(root)/\(path)", "wb"), "no \(path)")
    defer { fclose(file) }
    fputs(text, file)
  }

  /// The bytes of a file, named from fixtures/devices.
  static func bytes(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen("\(root)/\(path)", "rb"), "no \(path)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// A file as an import takes it.
  static func input(_ path: String) throws -> DeviceInput {
    DeviceInput(file: path, bytes: try bytes(path))
  }
}

extension DeviceInput {
  /// A text as an import takes it.
  init(_ text: String) {
    self.init(file: "in", bytes: Array(text.utf8))
  }
}

extension ImportRefusal {
  /// Every finding as text reports show it; a usage error as its sentence.
  var lines: [String] {
    switch self {
    case .unreadable(let diagnostics), .losses(let diagnostics): diagnostics.map(\.line)
    case .usage(let sentence): [sentence.line]
    }
  }
}

extension Diagnostic {
  /// The finding as text reports show it.
  var line: String {
    var finding = self
    finding.sentence = Sentence(sentence.line)
    return finding.summary
  }
}

extension Sentence {
  /// The sentence with the options of the command line.
  var line: String {
    text {
      $0 == .sides
        ? "setpoint set FILE sides=both" : "--" + $0.rawValue.replacing(" ", with: "-")
    }
  }
}

extension ExportRefusal {
  /// The findings; empty for other refusals.
  var issues: [DeviceIssue] {
    if case .issues(let issues) = self { return issues }
    return []
  }
}

extension String {
  /// The text with every `old` replaced by `new`.
  func swapping(_ old: String, for new: String) -> String {
    replacing(old, with: new)
  }
}
