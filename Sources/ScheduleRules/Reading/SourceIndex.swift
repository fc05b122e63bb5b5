import Diagnostics
import JSONText
import ScheduleModel

/// The text of a document with the places of its values: made for the first finding.
struct SourceIndex {
  private(set) var text: SourceText
  private let map: SourceMap
  private let schedules: [SourceMap.Index]

  init(_ bytes: [UInt8]) {
    text = SourceText(bytes)
    map = SourceMap(bytes)
    // Looked up once, so that findings in many schedules do not count through them each time.
    schedules = map.node(at: DocumentPath.schedules.jsonPath).map(map.children(of:)) ?? []
  }

  /// The members, at any depth, that repeat a name: the object, the name, and the byte of the
  /// repetition.
  func duplicates() -> [(object: DocumentPath, key: String, offset: Int)] {
    map.duplicates().map { (DocumentPath($0.object), $0.key, map[$0.node].key?.lowerBound ?? 0) }
  }

  /// Says where a place is in bytes.
  func offset(of place: Place) -> Int {
    switch place {
    case .offset(let offset): offset
    case .value(let path): node(path)?.range.lowerBound ?? 0
    case .key(let path): node(path).map { $0.key?.lowerBound ?? $0.range.lowerBound } ?? 0
    }
  }

  /// Says where a byte is in lines and columns.
  mutating func location(at offset: Int) -> SourceLocation { text.location(at: offset) }

  /// Finds a value and its name; nil where the text has none.
  func node(_ path: DocumentPath) -> SourceMap.Node? { index(of: path).map { map[$0] } }

  private func index(of path: DocumentPath) -> SourceMap.Index? {
    guard let schedule = path.scheduleIndex else { return map.node(at: path.jsonPath) }
    guard schedules.indices.contains(schedule) else { return nil }
    let rest = JSONPath(Array(path.jsonPath.steps.dropFirst(2)))
    return map.node(at: rest, below: schedules[schedule])
  }
}

// MARK: Text edits

extension SourceIndex {
  /// The bytes of a value as they stand in the file.
  func bytes(of path: DocumentPath) -> [UInt8]? {
    node(path).map { Array(text.bytes[$0.range]) }
  }

  /// Returns the edit that puts `bytes` in the place of a value.
  func replacement(of path: DocumentPath, by bytes: [UInt8]) -> TextEdit? {
    node(path).map { TextEdit(offset: $0.range.lowerBound, length: $0.range.count, text: bytes) }
  }

  /// Returns the edit that gives a member another name.
  func renaming(of path: DocumentPath, to name: String) -> TextEdit? {
    node(path)?.key.map {
      TextEdit(offset: $0.lowerBound, length: $0.count, text: JSONValue.string(name).encoded())
    }
  }
}
