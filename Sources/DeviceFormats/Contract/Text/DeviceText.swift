import Diagnostics
package import JSONText

/// A file being read, with its warnings.
///
/// Places are byte offsets; lines and columns are computed only for messages.
package final class DeviceText {
  /// The name for messages.
  let file: String
  /// The text without a byte order mark.
  let bytes: [UInt8]
  private var noted: [Diagnostic] = []
  private var leftOut: Set<String> = []
  private static let mostLeftOut = 50

  private lazy var source = SourceText(bytes)

  /// Creates the text of a file; throws for UTF-16, for a file that is not text and for more than 4 MiB.
  convenience init(_ input: DeviceInput) throws(ImportRefusal) {
    self.init(file: input.file, bytes: input.bytes.withoutByteOrderMark)
    if let error = JSONSyntaxError(notText: bytes) { throw fault(at: 0, Sentence(error.message)) }
    guard bytes.count <= JSONLimits.size else {
      throw fault(at: nil, "the file is larger than \(JSONLimits.sizeText)")
    }
  }

  /// Creates a text from bytes without a byte order mark.
  init(file: String, bytes: [UInt8]) {
    (self.file, self.bytes) = (file, bytes)
  }

  /// The root of a JSON or YAML text; nil if it is neither.
  package static func root(of bytes: [UInt8]) -> JSONNode? {
    try? DeviceText(DeviceInput(bytes: bytes)).document().node
  }

  /// Creates a finding at a place, nil for the whole file.
  func diagnostic(
    _ rule: RuleInfo, _ severity: Severity = .error, at offset: Int?, _ message: Sentence
  ) -> Diagnostic {
    Diagnostic(
      file: file, location: offset.map { source.location(at: $0) }, code: rule.code,
      severity: severity, message: message)
  }

  /// Returns the warnings since the last call, in order.
  func takeWarnings() -> [Diagnostic] {
    defer { (noted, leftOut) = ([], []) }
    guard leftOut.count > Self.mostLeftOut else { return noted }
    let more = leftOut.count - Self.mostLeftOut
    return noted + [diagnostic(.unknownMember, .warning, at: nil, "and \(more) more were skipped")]
  }

  /// Warns once about something that the table cannot represent; after 50 warnings, only counts.
  func leaveOut(_ what: String, at offset: Int) {
    guard leftOut.insert(what).inserted, leftOut.count <= Self.mostLeftOut else { return }
    warn(.unknownMember, at: offset, "\(what) was skipped")
  }

  /// Adds a warning, also for a rule of errors whose loss the options allow.
  func warn(_ rule: RuleInfo, at offset: Int?, _ message: Sentence) {
    noted.append(diagnostic(rule, .warning, at: offset, message))
  }

  /// The error that stops the import.
  func fault(at offset: Int?, _ message: Sentence) -> ImportRefusal {
    .unreadable([diagnostic(.malformed, at: offset, message)])
  }

  /// Parses the text, or a part of it, as JSON; throws for the first error, including a repeated member.
  func json(in range: Range<Int>? = nil) throws(ImportRefusal) -> LocatedNode {
    let part = bytes[range ?? 0..<bytes.count]
    return try tree(of: part) { part.startIndex + $0 }
  }

  /// Parses the whole text as JSON if its first name is quoted as in JSON, else as YAML.
  func document() throws(ImportRefusal) -> LocatedNode {
    let first = bytes.first { $0 > 0x20 }
    let brackets = Array("{[".utf8)
    if let first, brackets.contains(first) {
      // YAML has names without quotes in braces, too.
      let inner = bytes.first { $0 > 0x20 && !brackets.contains($0) }
      if inner.map({ Array("\"}]".utf8).contains($0) }) ?? true { return try json() }
    }
    if first == UInt8(ascii: "<") || first == UInt8(ascii: ">") {
      throw fault(
        at: 0, "expected JSON or YAML; if the file is a log of messages, keep only one answer")
    }
    let written = try YAMLReader.json(of: self)
    let start = written.text.first
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else {
      throw fault(at: 0, "expected JSON, or YAML with names and values")
    }
    return try tree(of: written.text[...], written.place)
  }

  /// Parses JSON that is a part of this text or was converted from it; `place` returns the original offsets.
  func tree(
    of part: ArraySlice<UInt8>, _ place: @escaping (Int) -> Int
  ) throws(ImportRefusal) -> LocatedNode {
    let tree: JSONTree
    do {
      tree = try JSONTree(parsing: Array(part))
    } catch {
      throw fault(at: place(error.offset), Sentence(error.message))
    }
    if tree.hasDuplicateKeys, let twice = tree.duplicates().first {
      throw fault(at: place(twice.offset), "\(twice.key.quoted()) appears twice")
    }
    return LocatedNode(node: tree.root, text: self, place: place)
  }

  /// The ranges of lines that are not blank, without line ends.
  func lines() -> [Range<Int>] {
    bytes.split(separator: UInt8(ascii: "\n")).map { trimmed($0.indices) }.filter { !$0.isEmpty }
  }

  /// A range without the blanks around its text; empty at its end if it is blank.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Self.isBlank(bytes[start]) { start += 1 }
    while start < end, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Whether a byte is a space, a tab or a line end; other control characters are text.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }

  /// Decodes bytes at `offset` of the file; throws if they are not UTF-8.
  func string(_ bytes: some Collection<UInt8>, at offset: Int) throws(ImportRefusal) -> String {
    if let string = String(validating: bytes, as: UTF8.self) { return string }
    throw fault(at: offset, "this text is not UTF-8; save the file as UTF-8")
  }
}

extension [UInt8] {
  /// The bytes without a byte order mark, which Windows programs add.
  package var withoutByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}
