package import Diagnostics

/// Reads a small JSON file - settings, a project's options, a theme, a layout - value by value, and
/// notes everything that is wrong with it.
package struct JSONReader {
  /// A value, and the way to it.
  package struct Value {
    package let node: JSONNode
    /// The way from the top.
    package let path: JSONPath
  }

  /// The members of an object, in the order of the text.
  package struct Members {
    /// The object.
    package let object: Value
    /// The members, each with its name.
    package let all: [(name: String, value: Value)]

    /// The member with a name, the last of several.
    package subscript(name: String) -> Value? { all.last { $0.name == name }?.value }
  }

  /// The member at the top of a file that names its JSON Schema, for editors.
  package static let schemaMember = schemaKey.description
  /// The same, for comparing with a text.
  package static var schemaKey: StaticString { "$schema" }

  /// The largest file, in bytes: a mebibyte, far more than anybody writes by hand.
  package static let largest = 1 << 20

  /// The value at the top; nil where the text is no JSON.
  package let root: Value?
  private let file: String
  private let title: String
  private var text: SourceText
  private var found: [(offset: Int, message: String)] = []

  /// Parses a file; `file` is how problems name it, `title` how they name the value at the top: `the
  /// layout`.
  package init(_ bytes: [UInt8], file: String, title: String) {
    self.file = file
    self.title = title
    text = SourceText(bytes)
    guard bytes.count <= Self.largest else {
      root = nil
      found = [(0, "\(title) is larger than \(Self.largest >> 20) MiB")]
      return
    }
    do throws(JSONSyntaxError) {
      let tree = try JSONTree(parsing: bytes)
      root = Value(node: tree.root, path: JSONPath())
      guard tree.hasDuplicateKeys else { return }
      found = tree.map.duplicates().map { ($0.offset, "\($0.key.quoted()) appears twice") }
    } catch {
      root = nil
      found = [(error.offset, error.message)]
    }
  }

  /// What is wrong, by position.
  package var problems: [Diagnostic] {
    var text = text
    return found.sorted { $0.offset < $1.offset }.map { problem in
      Diagnostic(file: file, location: text.location(at: problem.offset), message: problem.message)
    }
  }
}

// MARK: Objects and arrays

extension JSONReader {
  /// The members of an object; nil, with a problem, for anything else.
  ///
  /// Those that are not among `names` are left out, with a problem; nil takes all. `expectation` says
  /// what such an object looks like.
  package mutating func members(
    of value: Value, named names: [String]?, like expectation: String = "an object"
  ) -> Members? {
    guard value.node.kind == .object else {
      refuse(value, expected: expectation)
      return nil
    }
    let isTop = value.path.steps.isEmpty
    let all = value.node.members.map { (name: $0.key, value: value.member($0.key, $0.value)) }
      .filter { !(isTop && $0.name == Self.schemaMember && $0.value.node.kind == .string) }
    guard let names else { return Members(object: value, all: all) }
    let absent = names.filter { name in !all.contains { $0.name == name } }
    for (name, member) in all where !names.contains(name) {
      refuseName(name, of: member, as: "member", among: names, meant: absent)
    }
    return Members(object: value, all: all.filter { names.contains($0.name) })
  }

  /// A member that must be there.
  package mutating func member(_ name: String, of members: Members) -> Value? {
    if let member = members[name] { return member }
    report("\(self.name(of: members.object)) lacks \(name.quoted())", at: members.object)
    return nil
  }

  /// The elements of an array of 1 to `limit`; empty, with a problem, for anything else.
  package mutating func elements(of value: Value, upTo limit: Int) -> [Value] {
    let elements = value.node.elements
    guard value.node.kind == .array, (1...limit).contains(elements.count) else {
      let found =
        value.node.kind != .array
        ? value.node.words : elements.isEmpty ? "empty" : "an array of \(elements.count)"
      report("\(name(of: value)) is \(found); expected an array of 1 to \(limit)", at: value)
      return []
    }
    return value.elements
  }
}

// MARK: Scalars

extension JSONReader {
  /// The text of a string; nil, with a problem, for anything else.
  package mutating func string(_ value: Value) -> String? {
    if value.node.string == nil { refuse(value, expected: "a string") }
    return value.node.string
  }

  /// A truth; nil, with a problem, for anything else.
  package mutating func boolean(_ value: Value) -> Bool? {
    if value.node.boolean == nil { refuse(value, expected: "true or false") }
    return value.node.boolean
  }

  /// A whole number of a range; nil, with a problem, for anything else.
  package mutating func integer(_ value: Value, in range: ClosedRange<Int>) -> Int? {
    if let number = value.node.integer, range.contains(number) { return number }
    refuse(value, expected: "a whole number, \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// What one of some words stands for; nil, with a problem, for anything else.
  package mutating func word<Meaning>(_ value: Value, among words: [(String, Meaning)]) -> Meaning?
  {
    if let text = value.node.string, let word = words.first(where: { $0.0 == text }) {
      return word.1
    }
    refuse(value, expected: words.map { $0.0.quoted() }.listed("or"))
    return nil
  }
}

// MARK: Problems

extension JSONReader {
  /// Notes that a value is not what was expected.
  package mutating func refuse(_ value: Value, expected: String) {
    report("\(name(of: value)) is \(value.node.words); expected \(expected)", at: value)
  }

  /// Notes that a name is not among those that its object may have, with the one that was probably
  /// `meant`.
  package mutating func refuseName(
    _ name: String, of member: Value, as kind: String, among names: [String], meant: [String]
  ) {
    let hint =
      Spelling.nearest(to: name, among: meant).map { " (did you mean \($0.quoted())?)" }
      ?? "; expected \(names.listed("or"))"
    report("unknown \(kind) \(name.quoted())\(hint)", at: member, atName: true)
  }

  /// Notes a problem at a value, or at the name of a member.
  package mutating func report(_ message: String, at value: Value, atName: Bool = false) {
    let start = value.node.range.lowerBound
    found.append((atName ? value.node.keyRange?.lowerBound ?? start : start, message))
  }

  /// A value as messages name it: `fields[2].width`, `the layout`.
  package func name(of value: Value) -> String {
    value.path.steps.isEmpty ? title : value.path.words
  }

  /// Where a value stands, or the name of a member.
  package mutating func location(of value: Value, atName: Bool = false) -> SourceLocation {
    let start = value.node.range.lowerBound
    return text.location(at: atName ? value.node.keyRange?.lowerBound ?? start : start)
  }
}

extension JSONReader.Value {
  /// The value of a member.
  fileprivate func member(_ name: String, _ node: JSONNode) -> JSONReader.Value {
    JSONReader.Value(node: node, path: path.member(name))
  }

  /// The members, without a question of what they may be named.
  package var members: [(name: String, value: JSONReader.Value)] {
    node.members.map { ($0.key, member($0.key, $0.value)) }
  }

  /// The elements of an array.
  package var elements: [JSONReader.Value] {
    node.elements.enumerated().map { JSONReader.Value(node: $1, path: path.element($0)) }
  }
}
