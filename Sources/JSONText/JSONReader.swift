package import Diagnostics

/// Reads a small JSON file (settings, project options, devices, a theme, a layout) value by value, and collects its errors.
package struct JSONReader {
  package struct Value {
    package let node: JSONNode
    /// Its path for messages, `fields[2].width`; empty for the root.
    package let path: String
  }

  /// The members of an object, in the order of the text.
  package struct Members {
    package let object: Value
    package let all: [(name: String, value: Value)]

    /// The member with a name, the last if it is repeated.
    package subscript(name: String) -> Value? { all.last { $0.name == name }?.value }
  }

  /// The member of the root that names the file's JSON Schema, for editors.
  package static var schemaKey: StaticString { "$schema" }

  /// The largest file, in bytes: 1 MiB, far more than anybody writes by hand.
  package static let largest = 1 << 20

  /// The root; nil if the text is not JSON.
  package let root: Value?
  private let file: String
  private let title: String
  private var text: SourceText
  private var found: [(offset: Int, message: String)] = []

  /// Parses a file of at most `size` bytes and `size / 8` values. Messages name it `file`, and its root `title`.
  package init(_ bytes: [UInt8], file: String, title: String, size: Int = largest) {
    self.file = file
    self.title = title
    text = SourceText(bytes)
    guard bytes.count <= size else {
      root = nil
      found = [(0, "\(title) is larger than \(size >> 20) MiB")]
      return
    }
    do throws(JSONSyntaxError) {
      let tree = try JSONTree(parsing: bytes, size: size, values: size / 8)
      root = Value(node: tree.root, path: "")
      guard tree.hasDuplicateKeys else { return }
      found = tree.duplicates().map { ($0.offset, "\($0.key.quoted()) appears twice") }
    } catch {
      root = nil
      found = [(error.offset, error.message)]
    }
  }

  /// The errors, by position.
  package var problems: [Diagnostic] {
    var text = text
    return found.sorted { $0.offset < $1.offset }.map { problem in
      Diagnostic(
        file: file, location: text.location(at: problem.offset),
        message: Sentence(problem.message))
    }
  }

  // MARK: Objects and arrays

  /// Returns the members of an object; reports an error and returns nil for another type.
  ///
  /// Members not among `names` are skipped with an error; nil allows all. `expectation` describes the object.
  package mutating func members(
    of value: Value, named names: [String]?, like expectation: String = "an object"
  ) -> Members? {
    guard value.node.kind == .object else {
      refuse(value, expected: expectation)
      return nil
    }
    var all = value.members
    if value.path.isEmpty {
      for (name, schema) in all where name == Self.schemaKey.description { _ = string(schema) }
      all.removeAll { $0.name == Self.schemaKey.description }
    }
    guard let names else { return Members(object: value, all: all) }
    let absent = names.filter { name in !all.contains { $0.name == name } }
    for (name, member) in all where !names.contains(name) {
      refuseName(name, of: member, as: "member", among: names, meant: absent)
    }
    return Members(object: value, all: all.filter { names.contains($0.name) })
  }

  /// Returns a required member.
  package mutating func member(_ name: String, of members: Members) -> Value? {
    if let member = members[name] { return member }
    report("\(self.name(of: members.object)) lacks \(name.quoted())", at: members.object)
    return nil
  }

  /// Returns the 1 to `limit` elements of an array; reports an error and returns none otherwise.
  package mutating func elements(of value: Value, upTo limit: Int = .max) -> [Value] {
    let elements = value.elements
    let isArray = value.node.kind == .array
    if isArray, (1...limit).contains(elements.count) { return elements }
    var found = value.node.words
    if isArray { found = elements.isEmpty ? "empty" : "an array of \(elements.count)" }
    let expected = limit == .max ? "at least 1 element" : "1 to \(limit)"
    report("\(name(of: value)) is \(found); expected an array of \(expected)", at: value)
    return []
  }

  /// Reads the members of an optional object, which may have any names.
  package mutating func entries(
    _ name: String, of members: Members
  ) -> [(name: String, value: Value)] {
    members[name].flatMap { self.members(of: $0, named: nil) }?.all ?? []
  }

  package mutating func string(_ name: String, of members: Members) -> String? {
    members[name].flatMap { string($0) }
  }

  package mutating func boolean(_ name: String, of members: Members) -> Bool? {
    members[name].flatMap { boolean($0) }
  }

  package mutating func word<Meaning>(
    _ name: String, of members: Members, among words: [(String, Meaning)]
  ) -> Meaning? {
    members[name].flatMap { word($0, among: words) }
  }

  // MARK: Scalars

  /// Returns the text of a string; reports an error and returns nil for another type.
  package mutating func string(_ value: Value) -> String? {
    if value.node.string == nil { refuse(value, expected: "a string") }
    return value.node.string
  }

  /// Returns a boolean; reports an error and returns nil for another type.
  package mutating func boolean(_ value: Value) -> Bool? {
    if value.node.boolean == nil { refuse(value, expected: "true or false") }
    return value.node.boolean
  }

  /// Returns an integer in a range, of `things` such as seconds; reports an error and returns nil otherwise.
  package mutating func integer(
    _ value: Value, in range: ClosedRange<Int>, of things: String? = nil
  ) -> Int? {
    if let number = value.node.integer, range.contains(number) { return number }
    let noun = "a whole number" + (things.map { " of \($0)" } ?? "")
    refuse(value, expected: "\(noun), \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// Returns the meaning of one of some words; reports an error and returns nil otherwise.
  package mutating func word<Meaning>(_ value: Value, among words: [(String, Meaning)]) -> Meaning?
  {
    if let text = value.node.string, let word = words.first(where: { $0.0 == text }) {
      return word.1
    }
    refuse(value, expected: words.map { $0.0.quoted() }.listed("or"))
    return nil
  }

  // MARK: Problems

  package mutating func refuse(_ value: Value, expected: String) {
    report("\(name(of: value)) is \(value.node.words); expected \(expected)", at: value)
  }

  /// Reports an unknown name, and suggests `meant`.
  package mutating func refuseName(
    _ name: String, of member: Value, as kind: String, among names: [String], meant: [String]
  ) {
    let hint =
      Spelling.nearest(to: name, among: meant).map { " (did you mean \($0.quoted())?)" }
      ?? "; expected \(names.listed("or"))"
    report("unknown \(kind) \(name.quoted())\(hint)", at: member, atName: true)
  }

  /// Reports an error at a value, or at the name of a member.
  package mutating func report(_ message: String, at value: Value, atName: Bool = false) {
    let start = value.node.range.lowerBound
    found.append((atName ? value.node.keyRange?.lowerBound ?? start : start, message))
  }

  /// The name of a value in messages: `fields[2].width`, `the layout`.
  package func name(of value: Value) -> String { value.path.isEmpty ? title : value.path }

  package mutating func location(of value: Value) -> SourceLocation {
    text.location(at: value.node.range.lowerBound)
  }
}

extension JSONReader.Value {
  /// The members with any names.
  package var members: [(name: String, value: JSONReader.Value)] {
    node.members.map { key, value in
      let path = path.isEmpty ? key.printable : "\(path).\(key.printable)"
      return (key, JSONReader.Value(node: value, path: path))
    }
  }

  package var elements: [JSONReader.Value] {
    node.elements.enumerated().map { JSONReader.Value(node: $1, path: "\(path)[\($0)]") }
  }
}
