import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// The replacements of bytes that turn the text of one document into that of another.
///
/// Values are replaced where they stand. Where schedules come, go or change places, the text between
/// the brackets is put together anew of the texts of the schedules, whose own bytes stay.
struct DocumentEdits {
  /// The replacements; none overlaps another.
  private(set) var edits: [TextEdit] = []
  private let text: [UInt8]
  private let map: SourceMap

  init(from old: ScheduleCollection, to new: ScheduleCollection, in text: [UInt8]) {
    self.text = text
    map = SourceMap(text)
    if old.unit != new.unit {
      replace(.member(.document, "unit"), by: .string(new.unit.rawValue))
    }
    let matching = ScheduleMatching(from: old.schedules, to: new.schedules)
    let pairs = zip(matching.sources, new.schedules)
    guard matching.isIdentity, old.schedules.count == new.schedules.count else {
      replaceList(pairs.map { (source: $0, schedule: $1) }, old: old.schedules)
      return
    }
    for (index, schedule) in new.schedules.enumerated() {
      change(old.schedules[index], to: schedule, index)
    }
  }

  // MARK: One schedule

  private mutating func change(_ old: NamedSchedule, to new: NamedSchedule, _ index: Int) {
    if old.name != new.name { replace(.member(.schedule(index), "name"), by: .string(new.name)) }
    set("notes", old.notes, new.notes, index)
    set("device", old.device, new.device, index)
    for cell in CellAddress.all where old.week[cell] != new.week[cell] {
      replace(.cell(index, cell), by: new.week[cell].json)
    }
  }

  private mutating func replace(_ path: DocumentPath, by value: JSONValue) {
    guard let node = map.node(at: path.jsonPath) else { return }
    let range = map[node].range
    edits.append(TextEdit(offset: range.lowerBound, length: range.count, text: value.encoded()))
  }

  /// Writes, adds or takes away a member that need not be there.
  private mutating func set(_ key: String, _ old: String?, _ new: String?, _ index: Int) {
    guard old != new else { return }
    let schedule = DocumentPath.schedule(index)
    let node = map.node(at: DocumentPath.member(schedule, key).jsonPath)
    switch (node, new) {
    case (_?, let new?): replace(.member(schedule, key), by: .string(new))
    case (let node?, nil): removeMember(node, of: schedule)
    case (nil, let new?): addMember(key, .string(new), behind: "name", of: schedule)
    case (nil, nil): break
    }
  }

  /// Adds a member behind another, with the blanks that stand before that one.
  private mutating func addMember(
    _ key: String, _ value: JSONValue, behind name: String, of object: DocumentPath
  ) {
    guard let node = map.node(at: DocumentPath.member(object, name).jsonPath),
      let place = map[node].key
    else { return }
    let end = map[node].range.lowerBound
    let colon = text[place.upperBound..<end]
    let added =
      [UInt8(ascii: ",")] + blanks(before: place.lowerBound) + JSONValue.string(key).encoded()
      + colon + value.encoded()
    edits.append(TextEdit(offset: map[node].range.upperBound, length: 0, text: Array(added)))
  }

  /// Takes a member away with its comma: the one before it, or for the first the one behind.
  private mutating func removeMember(_ node: SourceMap.Index, of object: DocumentPath) {
    guard let parent = map.node(at: object.jsonPath), let key = map[node].key else { return }
    let siblings = map.children(of: parent)
    guard let place = siblings.firstIndex(of: node) else { return }
    let range: Range<Int>
    if place > 0 {
      range = map[siblings[place - 1]].range.upperBound..<map[node].range.upperBound
    } else if siblings.count > 1, let next = map[siblings[1]].key {
      range = key.lowerBound..<next.lowerBound
    } else {
      range = key.lowerBound..<map[node].range.upperBound
    }
    edits.append(TextEdit(offset: range.lowerBound, length: range.count, text: []))
  }

  /// The blanks directly before a place.
  private func blanks(before offset: Int) -> ArraySlice<UInt8> {
    var start = offset
    while start > 0, [0x20, 0x0A, 0x0D, 0x09].contains(text[start - 1]) { start -= 1 }
    return text[start..<offset]
  }
}

// MARK: The list of schedules

extension DocumentEdits {
  private mutating func replaceList(
    _ list: [(source: Int?, schedule: NamedSchedule)], old: [NamedSchedule]
  ) {
    guard let node = map.node(at: DocumentPath.schedules.jsonPath) else { return }
    let children = map.children(of: node)
    guard let first = children.first, let last = children.last else { return }
    let inner = map[first].range.lowerBound..<map[last].range.upperBound
    let before = Array(blanks(before: inner.lowerBound))
    let parts = list.map { source, schedule -> [UInt8] in
      guard let source else { return Self.text(of: schedule, before: before) }
      // The text of the schedule alone, with its own changes.
      var part = self
      part.edits = []
      part.change(old[source], to: schedule, source)
      let range = map[children[source]].range
      let moved = part.edits.map {
        TextEdit(offset: $0.offset - range.lowerBound, length: $0.length, text: $0.text)
      }
      return moved.applied(to: Array(text[range]))
    }
    let separator = [UInt8(ascii: ",")] + before
    edits.append(
      TextEdit(
        offset: inner.lowerBound, length: inner.count,
        text: Array(parts.joined(separator: separator))
      ))
  }

  /// The text of a schedule that the file has none of, laid out as the file is: on lines where its
  /// schedules begin on lines of their own.
  private static func text(of schedule: NamedSchedule, before: [UInt8]) -> [UInt8] {
    guard let line = before.lastIndex(of: 0x0A) else {
      return CanonicalText.value(of: schedule).encoded(before.isEmpty ? .compact : .spaced)
    }
    let isCRLF = line > 0 && before[line - 1] == 0x0D
    let indent = Array(before[(line + 1)...])
    let lines = CanonicalText.lines(of: schedule)
    let lineEnd: [UInt8] = (isCRLF ? [0x0D, 0x0A] : [0x0A]) + indent
    return Array(lines.joined(separator: lineEnd))
  }
}
