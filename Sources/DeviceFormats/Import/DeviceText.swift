import Diagnostics
import JSONText

/// A file that is being read, and what was noticed in it.
///
/// Places are byte offsets; lines and columns are counted only when something is to be said.
final class DeviceText {
  /// The name for messages.
  let file: String
  /// What it holds.
  let bytes: [UInt8]
  /// What was noticed, in the order of noticing.
  private(set) var warnings: [Diagnostic] = []

  private lazy var source = SourceText(bytes)

  /// Begins to read a file.
  init(_ input: DeviceInput) {
    file = input.file
    bytes = input.bytes
  }

  /// A finding at a place; nil means the file as a whole.
  func diagnostic(_ rule: RuleInfo, at offset: Int?, _ message: String) -> Diagnostic {
    Diagnostic(
      file: file, location: offset.map { source.location(at: $0) }, code: rule.code,
      severity: rule.severity, message: message)
  }

  /// Notes something that does not stop the reading.
  func warn(_ rule: RuleInfo, at offset: Int?, _ message: String) {
    note(diagnostic(rule, at: offset, message))
  }

  /// Notes a finding that does not stop the reading.
  func note(_ finding: Diagnostic) {
    warnings.append(finding)
  }

  /// The fault that ends the reading.
  func fault(at offset: Int?, _ message: String) -> ImportRefusal {
    .unreadable(diagnostic(.malformed, at: offset, message))
  }

  /// Parses the whole text, or a part of it, as JSON.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first fault, also for a repeated member.
  func json(in range: Range<Int>? = nil) throws(ImportRefusal) -> JSONPlace {
    let part = JSONPart(range.map { Array(bytes[$0]) } ?? bytes, at: range?.lowerBound ?? 0)
    let tree: JSONTree
    do {
      tree = try JSONTree(parsing: part.bytes)
    } catch {
      throw fault(at: part.base + error.offset, error.message)
    }
    if tree.hasDuplicateKeys, let twice = part.map.duplicates().first {
      throw fault(at: part.base + twice.offset, "\(twice.key.quoted()) appears twice")
    }
    return JSONPlace(tree.root, JSONPath(), of: part, in: self)
  }

  /// The lines that are not blank, without line ends, as ranges of the text.
  func lines() -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      var range = start..<(start + line.count)
      start += line.count + 1
      while let last = range.last, bytes[last] <= 0x20 { range.removeLast() }
      while let first = range.first, bytes[first] <= 0x20 { range.removeFirst() }
      if !range.isEmpty { result.append(range) }
    }
    return result
  }

  /// The text of a range; bytes that are no UTF-8 become replacement characters.
  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// A JSON text within a file.
final class JSONPart {
  /// The text.
  let bytes: [UInt8]
  /// Where it begins in the file.
  let base: Int
  /// Where its values stand; made when a place is asked for.
  private(set) lazy var map = SourceMap(bytes)

  /// Takes a text that begins at `base`.
  init(_ bytes: [UInt8], at base: Int) {
    self.bytes = bytes
    self.base = base
  }

  /// Where the value at `path` begins in the file.
  func offset(of path: JSONPath) -> Int? {
    map.node(at: path).map { base + map[$0].range.lowerBound }
  }

  /// The fault that ends the reading, at the value at `path`.
  func fault(at path: JSONPath, _ message: String, in text: DeviceText) -> ImportRefusal {
    text.fault(at: offset(of: path), message)
  }
}
