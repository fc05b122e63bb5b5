import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// The text edits that turn the text of one document into that of another.
///
/// A cell is a value replaced. Added, removed and reordered schedules splice the texts of whole
/// schedules, so that what stands in them beside the table goes where they go.
struct DocumentEdits {
  /// A text and what it says.
  struct Source: Sendable {
    let bytes: [UInt8]
    let contents: Contents
  }

  private let current: Source
  private let opened: Source?
  private let map: SourceMap

  /// Begins with what the file holds; `opened` is what it held when it was first read.
  init(from contents: Contents, in bytes: [UInt8], opened: Source?) {
    current = Source(bytes: bytes, contents: contents)
    self.opened = opened
    map = SourceMap(bytes)
  }

  /// Finds the edits after which the text says `new`.
  func edits(to new: Contents) -> [TextEdit] {
    var edits: [TextEdit] = []
    if new.unit != current.contents.unit, let node = map.node(at: JSONPath([.member("unit")])) {
      edits.append(
        replacement(of: map[node].range, by: JSONValue.string(new.unit.rawValue).encoded()))
    }
    let old = current.contents.schedules
    let places = places(of: new.schedules)
    guard places == old.indices.map({ $0 }) else {
      return edits + [splice(new.schedules, places)].compactMap { $0 }
    }
    for index in old.indices where old[index] != new.schedules[index] {
      guard let node = map.node(at: DocumentPath.schedule(index).jsonPath) else { continue }
      edits += ScheduleTextEdits(current.bytes, map, node)
        .edits(from: old[index], to: new.schedules[index])
    }
    return edits
  }

  /// Where each schedule stands in the text now, nil for one that is new there.
  ///
  /// Its origin says so, and where nothing has that origin, its name.
  private func places(of schedules: [Schedule]) -> [Int?] {
    let old = current.contents.schedules
    var free = Set(old.indices)
    var result = [Int?](repeating: nil, count: schedules.count)
    func settle(by matches: (Schedule, Schedule) -> Bool) {
      for (index, schedule) in schedules.enumerated() where result[index] == nil {
        let same = index < old.count && free.contains(index) && matches(old[index], schedule)
        guard let place = same ? index : free.sorted().first(where: { matches(old[$0], schedule) })
        else { continue }
        result[index] = place
        free.remove(place)
      }
    }
    if old.elementsEqual(schedules, by: { $0.name == $1.name && $0.origin == $1.origin }) {
      return old.indices.map { $0 }
    }
    settle { $0.origin == $1.origin && $0.name == $1.name }
    settle { $0.origin != nil && $0.origin == $1.origin }
    settle { $0.name == $1.name }
    return result
  }

  /// Replaces all that stands between the first schedule's beginning and the last one's end.
  private func splice(_ schedules: [Schedule], _ places: [Int?]) -> TextEdit? {
    guard let list = map.node(at: DocumentPath.schedules.jsonPath) else { return nil }
    let nodes = map.children(of: list)
    guard let first = nodes.first, let last = nodes.last else { return nil }
    let start = map[first].range.lowerBound
    let lead = current.bytes[(map[list].range.lowerBound + 1)..<start]
    let separator =
      nodes.count > 1
      ? current.bytes[map[first].range.upperBound..<map[nodes[1]].range.lowerBound]
      : [UInt8(ascii: ",")] + lead
    let texts = zip(schedules, places).map { schedule, place in
      text(of: schedule, at: place, lead: Array(lead))
    }
    return replacement(
      of: start..<map[last].range.upperBound,
      by: Array(texts.joined(separator: separator)))
  }

  /// The text of a schedule: the one it has or comes from, with its edits, or a canonical one.
  private func text(of schedule: Schedule, at place: Int?, lead: [UInt8]) -> [UInt8] {
    let old = current.contents.schedules
    let place =
      place ?? schedule.origin.flatMap { origin in old.firstIndex { $0.origin == origin } }
    if let place {
      return Self.text(of: schedule, from: current, map, place)
    }
    if let opened, let origin = schedule.origin {
      return Self.text(of: schedule, from: opened, SourceMap(opened.bytes), origin)
    }
    guard let newline = lead.lastIndex(of: UInt8(ascii: "\n")) else {
      return CanonicalText.line(of: schedule)
    }
    let text = CanonicalText.text(of: schedule, indent: lead.count - newline - 1)
    guard newline > 0, lead[newline - 1] == UInt8(ascii: "\r") else { return text }
    return text.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
  }

  private static func text(
    of schedule: Schedule, from source: Source, _ map: SourceMap, _ place: Int
  ) -> [UInt8] {
    guard let node = map.node(at: DocumentPath.schedule(place).jsonPath) else { return [] }
    let range = map[node].range
    let edits = ScheduleTextEdits(source.bytes, map, node)
      .edits(from: source.contents.schedules[place], to: schedule)
    return edits.map {
      TextEdit(offset: $0.offset - range.lowerBound, length: $0.length, text: $0.text)
    }.applied(to: Array(source.bytes[range]))
  }

  private func replacement(of range: Range<Int>, by text: [UInt8]) -> TextEdit {
    TextEdit(offset: range.lowerBound, length: range.count, text: text)
  }
}

/// The text edits within one schedule.
private struct ScheduleTextEdits {
  private let bytes: [UInt8]
  private let map: SourceMap
  private let node: SourceMap.Index

  init(_ bytes: [UInt8], _ map: SourceMap, _ node: SourceMap.Index) {
    self.bytes = bytes
    self.map = map
    self.node = node
  }

  func edits(from old: Schedule, to new: Schedule) -> [TextEdit] {
    var edits: [TextEdit] = []
    if old.name != new.name { edits += setting("name", to: new.name) }
    if old.notes != new.notes { edits += setting("notes", to: new.notes) }
    if old.device != new.device { edits += setting("device", to: new.device) }
    for cell in CellAddress.all where old.week[cell] != new.week[cell] {
      let path = JSONPath([
        .member("days"), .member(cell.day.name), .member(cell.period.name),
        .member(cell.field.name),
      ])
      guard let value = map.node(at: path, below: node) else { continue }
      let range = map[value].range
      edits.append(
        TextEdit(offset: range.lowerBound, length: range.count, text: new.week[cell].json.encoded())
      )
    }
    return edits
  }

  /// Gives the member `key` a text, adds it behind the name, or takes it out.
  private func setting(_ key: String, to text: String?) -> [TextEdit] {
    let value = text.map { JSONValue.string($0).encoded() }
    guard let member = map.node(at: JSONPath([.member(key)]), below: node) else {
      return value.map { [insertion(of: key, $0)] } ?? []
    }
    let range = map[member].range
    guard let value else { return [removal(of: member)] }
    return [TextEdit(offset: range.lowerBound, length: range.count, text: value)]
  }

  private func insertion(of key: String, _ value: [UInt8]) -> TextEdit {
    let name = map.node(at: JSONPath([.member("name")]), below: node) ?? node
    let end = map[name].range.upperBound
    let start = map[name].key?.lowerBound ?? end
    // The blanks before the name, a line end among them, stand before the new member as well.
    let blanks = bytes[..<start].reversed().prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let lead = [UInt8(ascii: ",")] + blanks.reversed()
    return TextEdit(
      offset: end, length: 0,
      text: lead + JSONValue.string(key).encoded() + Array(": ".utf8) + value)
  }

  /// Takes out a member and the comma that parts it from the one before, or else from the next.
  private func removal(of member: SourceMap.Index) -> TextEdit {
    let siblings = map.children(of: node)
    let place = siblings.firstIndex(of: member) ?? 0
    if place > 0 {
      let start = map[siblings[place - 1]].range.upperBound
      return TextEdit(offset: start, length: map[member].range.upperBound - start, text: [])
    }
    let start = map[member].key?.lowerBound ?? map[member].range.lowerBound
    let end = siblings.count > 1 ? map[siblings[1]].key?.lowerBound : nil
    return TextEdit(
      offset: start, length: (end ?? map[member].range.upperBound) - start, text: [])
  }
}
