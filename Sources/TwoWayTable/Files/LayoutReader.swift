import Diagnostics
import JSONText

/// Reads a layout file member by member, and notes what is wrong with it and where its parts stand.
struct LayoutReader {
  /// What a file without problems holds.
  struct Contents {
    var layout: TableLayout
    var editors: [any FieldEditor]
    var arrangement: GridArrangement?
    var forms: [FormLayout]
    var settings: [String: LayoutValue]
  }

  /// The members of an object by name, each with its path.
  struct Members {
    let path: JSONPath
    fileprivate let nodes: [String: JSONNode]

    subscript(name: String) -> (node: JSONNode, path: JSONPath)? {
      nodes[name].map { ($0, path.member(name)) }
    }
  }

  let registry: FieldEditorRegistry
  private let map: SourceMap
  private var text: SourceText
  private var found: [(offset: Int, message: String)] = []
  private var noted: [LayoutPlace: Int] = [:]

  init(_ bytes: [UInt8], registry: FieldEditorRegistry) {
    self.registry = registry
    map = SourceMap(bytes)
    text = SourceText(bytes)
  }

  /// What is wrong, by position.
  mutating func problems(file: String) -> [LayoutProblem] {
    found.sorted { $0.offset < $1.offset }.map { problem in
      let location = text.location(at: problem.offset)
      return LayoutProblem(
        file: file, line: location.line, column: location.column, message: problem.message)
    }
  }

  /// Where the parts stand that the application may find something wrong with.
  mutating func places() -> [LayoutPlace: SourceLocation] {
    noted.mapValues { text.location(at: $0) }
  }

  /// Notes the members that occur twice.
  mutating func reportDuplicates() {
    for (_, key, offset) in map.duplicates() {
      found.append((offset, "\(key.quoted()) appears twice"))
    }
  }
}

// MARK: Values

extension LayoutReader {
  /// The members of an object; what is not among `names` is unknown, unless `names` is nil.
  mutating func members(
    _ node: JSONNode, at path: JSONPath, of what: String, named names: [String]?
  ) -> Members? {
    guard node.kind == .object else {
      report("\(Self.name(path)) is \(node.words); expected an object", at: path)
      return nil
    }
    var nodes: [String: JSONNode] = [:]
    for (key, value) in node.members {
      nodes[key] = value
      if let names, !names.contains(key) {
        report(
          "unknown member \(key.quoted()); \(what) has \(names.joined(separator: ", "))",
          at: path.member(key), atKey: true)
      }
    }
    return Members(path: path, nodes: nodes)
  }

  /// The elements of the array `name`; one that is missing or empty is a problem.
  mutating func elements(
    _ name: String, of members: Members, upTo limit: Int
  ) -> [(node: JSONNode, path: JSONPath)] {
    guard let (node, path) = member(name, of: members) else { return [] }
    let elements = node.elements
    guard node.kind == .array, (1...limit).contains(elements.count) else {
      let what =
        node.kind != .array
        ? node.words : elements.isEmpty ? "empty" : "an array of \(elements.count)"
      report(
        "\(Self.name(path)) is \(what); expected an array of 1 to \(limit)", at: path)
      return []
    }
    return elements.enumerated().map { ($1, path.element($0)) }
  }

  /// A member that must be there.
  mutating func member(_ name: String, of members: Members) -> (node: JSONNode, path: JSONPath)? {
    if let member = members[name] { return member }
    let owner = members.path.steps.isEmpty ? "the layout" : Self.name(members.path)
    report("\(owner) lacks \(name.quoted())", at: members.path)
    return nil
  }

  /// The text of a member that may be missing.
  mutating func string(_ name: String, of members: Members) -> String? {
    members[name].flatMap { string($0.node, at: $0.path) }
  }

  /// The truth of a member that may be missing.
  mutating func boolean(_ name: String, of members: Members) -> Bool? {
    guard let (node, path) = members[name] else { return nil }
    if node.boolean == nil {
      report("\(Self.name(path)) is \(node.words); expected true or false", at: path)
    }
    return node.boolean
  }

  /// The text of a value.
  mutating func string(_ node: JSONNode, at path: JSONPath) -> String? {
    guard let text = node.string else {
      report("\(Self.name(path)) is \(node.words); expected a string", at: path)
      return nil
    }
    return text
  }

  /// One of some words.
  mutating func word<Meaning>(
    _ name: String, of members: Members, among words: [(String, Meaning)]
  ) -> Meaning? {
    guard let (node, path) = members[name] else { return nil }
    if let found = words.first(where: { $0.0 == node.string }) { return found.1 }
    report(
      "\(Self.name(path)) is \(node.words); "
        + "expected \(Self.list(words.map { $0.0.quoted() }))", at: path)
    return nil
  }

  /// A value that an editor or the application reads.
  mutating func layoutValue(_ node: JSONNode, at path: JSONPath) -> LayoutValue? {
    switch node.kind {
    case .string: return .string(node.string ?? "")
    case .integer, .real: return .number(node.number ?? 0)
    case .boolean: return .boolean(node.boolean ?? false)
    case .array:
      let elements = node.elements.enumerated().compactMap { index, element in
        layoutValue(element, at: path.element(index))
      }
      return .list(elements)
    case .object, .null:
      report(
        "\(Self.name(path)) is \(node.words); "
          + "expected a string, a number, a boolean or an array", at: path)
      return nil
    }
  }
}

// MARK: Problems and places

extension LayoutReader {
  mutating func report(_ message: String, at path: JSONPath, atKey: Bool = false) {
    found.append((map.offset(of: path, atKey: atKey), message))
  }

  mutating func note(_ place: LayoutPlace, at path: JSONPath, atKey: Bool = false) {
    noted[place] = map.offset(of: path, atKey: atKey)
  }

  /// A path as messages name it, `fields[2].width`.
  static func name(_ path: JSONPath) -> String {
    path.steps.isEmpty ? "the layout" : path.words
  }

  static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }
}
