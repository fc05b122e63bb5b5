import DeviceFormats
import Diagnostics
import TestSupport
import Testing

/// Reads files of fixtures/devices.
enum Fixture {
  /// The names of the folders in a folder, in order.
  static func folders(_ path: String) -> [String] {
    let folder = Fixtures.path("devices/\(path)")
    return Folder.visibleNames(in: folder).filter { Folder.names(in: "\(folder)/\($0)") != nil }
  }

  /// The bytes of a file, named from fixtures/devices.
  static func bytes(_ path: String) throws -> [UInt8] {
    try #require(Fixtures.bytes("devices/\(path)"), "no \(path)")
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
