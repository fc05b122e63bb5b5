package import Diagnostics
package import JSONText
import ScheduleModel

/// The text of a document with an index of its values.
package struct SourceIndex {
  var text: SourceText
  private let root: JSONNode?
  // Looked up once: counting through the schedules for each finding would be quadratic.
  private lazy var schedules = root?.member(FileFormat.Member.schedules.key)?.elements ?? []
  // The members of the last object with many members, which may cause as many findings.
  private var members: (object: DocumentPath, places: [[UInt8]: JSONNode])?

  init(_ bytes: [UInt8], _ root: JSONNode?) {
    text = SourceText(bytes)
    self.root = root
  }

  package init(_ bytes: [UInt8]) {
    self.init(bytes, try? JSONTree(parsing: bytes, size: .max).root)
  }

  /// Returns the line and column of a value; nil if the text does not have it.
  package mutating func location(of path: DocumentPath) -> SourceLocation? {
    node(path).map { text.location(at: $0.range.lowerBound) }
  }

  mutating func offset(of place: FindingPlace) -> Int {
    switch place {
    case .offset(let offset): offset
    case .value(let path): node(path)?.range.lowerBound ?? 0
    case .key(let path): node(path).map { $0.keyRange?.lowerBound ?? $0.range.lowerBound } ?? 0
    }
  }

  /// Finds a value and its name; nil if the text does not have it.
  mutating func node(_ path: DocumentPath) -> JSONNode? {
    switch path {
    case .document: root
    case .schedules: root?.member(FileFormat.Member.schedules.key)
    case .schedule(let index): schedules.indices.contains(index) ? schedules[index] : nil
    case .days(let index): node(.schedule(index))?.member(FileFormat.Member.days.key)
    case .day(let index, let day): node(.days(index))?.member(day.key)
    case .row(let index, let row): node(.day(index, row.day))?.member(row.period.key)
    case .cell(let index, let cell): node(.row(index, cell.row))?.member(cell.field.key)
    case .entry(let place): node(.member(.calendar))?[place]
    case .member(let object, let key):
      if let places = manyMembers(of: object) {
        places[Array(key.utf8)]
      } else {
        node(object)?[key]
      }
    }
  }

  /// The members of an object by name; nil for an object with few members.
  private mutating func manyMembers(of object: DocumentPath) -> [[UInt8]: JSONNode]? {
    if let members, members.object == object { return members.places }
    guard let node = node(object), node.kind == .object else { return nil }
    let children = Array(node.children)
    guard children.count > 64 else { return nil }
    // Keys are bytes: Swift strings are equal if they are canonically equivalent.
    let places = Dictionary(children.map { (Array($0.key.utf8), $0) }) { _, last in last }
    members = (object, places)
    return places
  }

  mutating func bytes(of path: DocumentPath) -> [UInt8]? {
    node(path).map { Array(text.bytes[$0.range]) }
  }

  mutating func replacement(of path: DocumentPath, by bytes: [UInt8]) -> TextEdit? {
    node(path).map { TextEdit(offset: $0.range.lowerBound, length: $0.range.count, text: bytes) }
  }

  package mutating func fix(
    _ applicability: Fix.Applicability, replacing path: DocumentPath, by value: JSONValue
  ) -> Fix? {
    replacement(of: path, by: value.encoded()).map { Fix(applicability, edits: [$0]) }
  }

  mutating func fix(renaming path: DocumentPath, to name: String) -> Fix? {
    node(path)?.keyRange.map {
      let text = JSONValue.string(name).encoded()
      return Fix(.unsafe, edits: [TextEdit(offset: $0.lowerBound, length: $0.count, text: text)])
    }
  }
}
