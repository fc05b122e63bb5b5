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
  private lazy var map = SourceMap(bytes)

  /// Begins to read a file.
  init(_ input: DeviceInput) {
    file = input.file
    bytes = input.bytes
  }

  /// A finding at a place; nil means the file as a whole.
  func diagnostic(_ rule: DeviceRule, at offset: Int?, _ message: String) -> Diagnostic {
    Diagnostic(
      file: file, location: offset.map { source.location(at: $0) }, code: rule.code,
      severity: rule.severity, message: message)
  }

  /// Notes something that does not stop the reading.
  func warn(_ rule: DeviceRule, at offset: Int?, _ message: String) {
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

  /// Parses the whole text as JSON.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first fault, also for a repeated member.
  func json() throws(ImportRefusal) -> JSONPlace {
    let tree: JSONTree
    do {
      tree = try JSONTree(parsing: bytes)
    } catch {
      throw fault(at: error.offset, error.message)
    }
    if tree.hasDuplicateKeys, let twice = map.duplicates().first {
      throw fault(at: map[twice.node].key?.lowerBound, "\(twice.key.quoted()) appears twice")
    }
    return JSONPlace(tree.root, JSONPath(), in: self)
  }

  /// Where the value at `path` begins.
  func offset(of path: JSONPath) -> Int? {
    map.node(at: path).map { map[$0].range.lowerBound }
  }
}

/// A value of a JSON file with its place.
struct JSONPlace {
  /// The value.
  let node: JSONNode
  /// The way to it.
  let path: JSONPath
  /// The file.
  let text: DeviceText

  /// Names a value of `text`.
  init(_ node: JSONNode, _ path: JSONPath, in text: DeviceText) {
    self.node = node
    self.path = path
    self.text = text
  }

  /// Where the value begins.
  var offset: Int? { text.offset(of: path) }

  /// The member `key`; nil when there is none.
  subscript(key: String) -> JSONPlace? {
    node[key].map { JSONPlace($0, path.member(key), in: text) }
  }

  /// The first of several spellings of a member that is there.
  func first(of keys: String...) -> JSONPlace? {
    for key in keys {
      if let place = self[key] { return place }
    }
    return nil
  }

  /// The fault that ends the reading, at this value.
  func fault(_ message: String) -> ImportRefusal { text.fault(at: offset, message) }

  /// The member `key`.
  ///
  /// - Throws: `ImportRefusal.unreadable` when it is missing.
  func member(_ key: String) throws(ImportRefusal) -> JSONPlace {
    _ = try object()
    guard let place = self[key] else { throw fault("\"\(key)\" is missing") }
    return place
  }

  /// The members of an object.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value.
  func object() throws(ImportRefusal) -> [(key: String, value: JSONPlace)] {
    guard node.kind == .object else {
      throw fault("expected an object, not \(node.kind.description)")
    }
    return node.members.map { ($0.key, JSONPlace($0.value, path.member($0.key), in: text)) }
  }

  /// The elements of an array.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value.
  func array() throws(ImportRefusal) -> [JSONPlace] {
    guard node.kind == .array else {
      throw fault("expected an array, not \(node.kind.description)")
    }
    return node.elements.enumerated().map { JSONPlace($1, path.element($0), in: text) }
  }

  /// The text of a string.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value.
  func string() throws(ImportRefusal) -> String {
    guard let string = node.string else {
      throw fault("expected a string, not \(node.kind.description)")
    }
    return string
  }

  /// A temperature in hundredths of a degree.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value, and beyond ±1000 degrees.
  func hundredths() throws(ImportRefusal) -> Int {
    guard let number = node.number else {
      throw fault("expected a temperature, not \(node.kind.description)")
    }
    guard abs(number) <= 1000 else { throw fault("\(number) is no temperature") }
    if let exact = Hundredths.exactly(number) { return exact }
    text.warn(.roundedIn, at: offset, "\(number) is rounded to hundredths of a degree")
    return Int((number * 100).rounded())
  }

  /// A number of minutes since midnight.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another kind of value, and outside 0...1439.
  func minutes() throws(ImportRefusal) -> Int {
    guard let number = node.number else {
      throw fault("expected minutes since midnight, not \(node.kind.description)")
    }
    guard number.rounded() == number, (0..<1440).contains(number) else {
      throw fault("minute \(node.integer.map(String.init) ?? "\(number)") is outside 0 to 1439")
    }
    return Int(number)
  }

  /// Notes the members that are none of `known`.
  func warn(unknownBut known: Set<String>) {
    let unknown = node.members.filter { !known.contains($0.key) }
    for (key, _) in unknown.prefix(10) {
      text.warn(
        .unknownMember, at: text.offset(of: path.member(key)),
        "unknown member \(key.quoted()) is left out")
    }
    if unknown.count > 10 {
      text.warn(.unknownMember, at: offset, "and \(unknown.count - 10) more unknown members")
    }
  }
}
