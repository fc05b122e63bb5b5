package import Diagnostics
import JSONText
import ScheduleModel

/// The text of a document with an index of its values.
package struct SourceIndex {
  private(set) var text: SourceText
  private let map: SourceMap
  private let schedules: [SourceMap.Index]
  // The members of the last object with many members, which may cause as many findings.
  private var members: (object: DocumentPath, places: [[UInt8]: SourceMap.Index])?

  init(_ map: SourceMap) {
    text = SourceText(map.bytes)
    self.map = map
    // Looked up once: counting through the schedules for each finding would be quadratic.
    let list = map.root.flatMap { map.member(FileFormat.Member.schedules.key, of: $0) }
    schedules = list.map(map.children) ?? []
  }

  /// Indexes the text of a document.
  package init(_ bytes: [UInt8]) { self.init(SourceMap(bytes)) }

  /// Returns the line and column of a value; nil if the text does not have it.
  package mutating func location(of path: DocumentPath) -> SourceLocation? {
    node(path).map { text.location(at: $0.range.lowerBound) }
  }

  /// Returns the byte offset of a place.
  mutating func offset(of place: Place) -> Int {
    switch place {
    case .offset(let offset): offset
    case .value(let path): node(path)?.range.lowerBound ?? 0
    case .key(let path): node(path).map { $0.key?.lowerBound ?? $0.range.lowerBound } ?? 0
    }
  }

  /// Returns the line and column of a byte.
  mutating func location(at offset: Int) -> SourceLocation { text.location(at: offset) }

  /// Finds a value and its name; nil if the text does not have it.
  mutating func node(_ path: DocumentPath) -> SourceMap.Node? { index(of: path).map { map[$0] } }

  private mutating func index(of path: DocumentPath) -> SourceMap.Index? {
    switch path {
    case .document: map.root
    case .schedules: member(FileFormat.Member.schedules.key, of: .document)
    case .schedule(let index): schedules.indices.contains(index) ? schedules[index] : nil
    case .days(let index): member(FileFormat.Member.days.key, of: .schedule(index))
    case .day(let index, let day): member(day.key, of: .days(index))
    case .row(let index, let row): member(row.period.key, of: .day(index, row.day))
    case .cell(let index, let cell): member(cell.field.key, of: .row(index, cell.row))
    case .entry(let place):
      index(of: .member(.calendar)).flatMap { list in
        map.children(of: list).dropFirst(place).first
      }
    case .member(let object, let key):
      if let places = manyMembers(of: object) {
        places[Array(key.utf8)]
      } else {
        self.index(of: object).flatMap { map.node(at: JSONPath([.member(key)]), below: $0) }
      }
    }
  }

  /// The last member of an object with a known name.
  private mutating func member(_ name: StaticString, of object: DocumentPath) -> SourceMap.Index? {
    index(of: object).flatMap { map.member(name, of: $0) }
  }
}

// MARK: Large objects

extension SourceIndex {
  /// The members of an object by name; nil for an object with few members.
  private mutating func manyMembers(of object: DocumentPath) -> [[UInt8]: SourceMap.Index]? {
    if let members, members.object == object { return members.places }
    guard let place = index(of: object), map[place].kind == .object else { return nil }
    let children = map.children(of: place)
    guard children.count > 64 else { return nil }
    // Keys are bytes: Swift strings are equal if they are canonically equivalent.
    var places: [[UInt8]: SourceMap.Index] = [:]
    for child in children {
      if let key = map.key(of: child) { places[Array(key.utf8)] = child }
    }
    members = (object, places)
    return places
  }
}

// MARK: Text edits

extension SourceIndex {
  /// The bytes of a value in the file.
  mutating func bytes(of path: DocumentPath) -> [UInt8]? {
    node(path).map { Array(text.bytes[$0.range]) }
  }

  /// Returns the edit that replaces a value.
  mutating func replacement(of path: DocumentPath, by bytes: [UInt8]) -> TextEdit? {
    node(path).map { TextEdit(offset: $0.range.lowerBound, length: $0.range.count, text: bytes) }
  }

  /// Returns the edit that renames a member.
  mutating func renaming(of path: DocumentPath, to name: String) -> TextEdit? {
    node(path)?.key.map {
      TextEdit(offset: $0.lowerBound, length: $0.count, text: JSONValue.string(name).encoded())
    }
  }
}
