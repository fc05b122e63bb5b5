import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// Computes the text edits that turn one document into another.
///
/// A changed cell replaces a value. Added, removed and reordered schedules replace the elements of the list.
struct DocumentEdits {
  let text: [UInt8]
  let contents: Contents
  let root: JSONNode
  private let list: JSONNode
  /// The layout of an object that is added on one line.
  private let layout: JSONLayout
  private let nodes: [JSONNode]

  /// Starts from a text and its contents; nil if it is not a document.
  init?(_ text: [UInt8], contents: Contents) {
    guard let root = try? JSONTree(parsing: text, size: .max).root,
      let list = root[FileFormat.Member.schedules.name], let key = list.keyRange
    else { return nil }
    self.text = text
    self.contents = contents
    self.root = root
    self.list = list
    layout = key.upperBound + 1 == list.range.lowerBound ? .compact : .spaced
    nodes = list.elements
  }

  func edits(to new: Contents) -> [TextEdit] {
    var document = ObjectEdits(of: root, in: text, known: FileFormat.document.keys)
    if new.unit != contents.unit {
      document.set(FileFormat.Member.unit.key, to: JSONValue.string(new.unit.rawValue).encoded())
    }
    document.change(from: contents.members, to: new.members)
    let entries = calendarEdits(to: new.calendar, &document)
    let sources = ScheduleMatching(from: contents.schedules, to: new.schedules).sources
    guard sources == contents.schedules.indices.map({ $0 }) else {
      let lead = list.elements.first.map { text[(list.range.lowerBound + 1)..<$0.range.lowerBound] }
      let texts = zip(new.schedules, sources).map { schedule, source in
        // The layout is its own, or that of the schedule it was copied from.
        let model =
          source
          ?? contents.schedules.firstIndex {
            $0.week == schedule.week && $0.members == schedule.members
          }
        return model.map { edits(of: $0, to: schedule).applied(within: nodes[$0]) }
          ?? self.text(of: schedule, lead: lead ?? [])
      }
      return document.edits + entries + replacement(of: list, by: texts, from: sources)
    }
    return document.edits + entries
      + new.schedules.enumerated().flatMap { edits(of: $0, to: $1) }
  }

  private func edits(of index: Int, to new: Schedule) -> [TextEdit] {
    let old = contents.schedules[index]
    guard old != new else { return [] }
    return SchedulePlace.all(in: nodes[index]).flatMap { place in
      var object = ObjectEdits(of: place.object, in: text, known: place.known)
      switch place.place {
      case .top:
        for (old, new) in zip(old.texts, new.texts) where !old.text.isExactly(new.text) {
          object.set(new.member.key, to: new.text.map { JSONValue.string($0).encoded() })
        }
      case .row(let row):
        for field in Field.displayOrder where old.week[row][field] != new.week[row][field] {
          let value = new.week[row][field]
          object.set(field.key, to: value == .absent ? nil : value.json.encoded())
        }
      case .days, .day: break
      }
      object.change(from: old.members, to: new.members, at: place.place)
      return object.edits
    }
  }

  /// Replaces the elements of an array that has at least one; `sources` has their old indices. Each keeps the whitespace
  /// before it; others get that of the last one, or that of a single one's members.
  private func replacement(
    of list: JSONNode, by texts: [[UInt8]], from sources: [Int?]
  ) -> [TextEdit] {
    let nodes = list.elements
    guard let first = nodes.first, let last = nodes.last else { return [] }
    let start = first.range.lowerBound
    let lead = text[(list.range.lowerBound + 1)..<start]
    let second = first.children.dropFirst().first { _ in true }?.keyRange?.lowerBound ?? 0
    let isSpaced = lead.isEmpty && text[..<second].suffix(2).elementsEqual(", ".utf8)
    let gaps = zip(nodes, nodes.dropFirst()).map {
      text[$0.range.upperBound..<$1.range.lowerBound]
    }
    let usual = gaps.last ?? [UInt8(ascii: ",")] + (isSpaced ? [UInt8(ascii: " ")] : lead)
    var new: [UInt8] = []
    for (element, source) in zip(texts, sources) {
      if !new.isEmpty { new += source.flatMap { $0 > 0 ? gaps[$0 - 1] : nil } ?? usual }
      new += element
    }
    return [TextEdit(offset: start, length: last.range.upperBound - start, text: new)]
  }

  /// Returns the canonical text, indented like the list, or on one line in a file of one line.
  private func text(of schedule: Schedule, lead: ArraySlice<UInt8>) -> [UInt8] {
    guard let newline = lead.lastIndex(of: UInt8(ascii: "\n")) else {
      return CanonicalText.value(of: schedule).encoded(layout)
    }
    let text = CanonicalText.text(of: schedule, indent: lead.endIndex - newline - 1)
    guard newline > lead.startIndex, lead[newline - 1] == UInt8(ascii: "\r") else { return text }
    return text.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
  }

  /// Returns the edits that change the calendar to `new`; an edited entry changes one line. Edits that add or remove
  /// the whole calendar are added to `document`.
  func calendarEdits(to new: [CalendarEntry], _ document: inout ObjectEdits) -> [TextEdit] {
    let old = contents.calendar
    guard old != new else { return [] }
    let list = root[FileFormat.Member.calendar.name]
    let nodes = list?.elements ?? []
    guard !nodes.isEmpty, !new.isEmpty else {
      let lead = root.children.first { _ in true }?.keyRange.map {
        Array(text[(root.range.lowerBound + 1)..<$0.lowerBound])
      }
      let all = CanonicalText.text(of: new, lead: lead ?? [], layout)
      document.set(FileFormat.Member.calendar.key, to: new.isEmpty ? nil : all)
      return []
    }
    let sources = new.sources(in: old).entries
    // An added entry is laid out like another one, if that has blanks between members.
    let model = old.indices.last { nodes[$0].count > 1 }
    let texts = zip(new, sources).map { entry, source in
      (source ?? model).map { nodes[$0].text(with: entry, insteadOf: old[$0], in: text) }
        ?? CanonicalText.value(of: entry).encoded(layout)
    }
    guard sources != old.indices.map({ $0 }) else {
      return old.indices.filter { old[$0] != new[$0] }.map { index in
        let range = nodes[index].range
        return TextEdit(offset: range.lowerBound, length: range.count, text: texts[index])
      }
    }
    return list.map { replacement(of: $0, by: texts, from: sources) } ?? []
  }
}

extension JSONNode {
  /// Returns the text of a calendar entry changed to `new`; only members that differ from `old` change.
  fileprivate func text(
    with new: CalendarEntry, insteadOf old: CalendarEntry, in text: [UInt8]
  ) -> [UInt8] {
    var object = ObjectEdits(of: self, in: text, known: FileFormat.calendarEntry.keys)
    for member in FileFormat.calendarEntry.members {
      // Compares bytes: strings are also equal if they are only canonically equivalent.
      let value = new.json(of: member)?.encoded(.spaced)
      if value != old.json(of: member)?.encoded(.spaced) { object.set(member.key, to: value) }
    }
    object.change(from: old.members, to: new.members)
    return object.edits.applied(within: self)
  }
}

extension CalendarEntry {
  /// Returns the value of a member; nil if the entry lacks it.
  func json(of member: FileFormat.Member) -> JSONValue? {
    switch member {
    case .schedule: .string(schedule)
    case .from: dates.map { .string("\($0.from)") }
    case .to: dates.map { .string("\($0.to)") }
    case .weeks: weeks.map { .string($0.rawValue) }
    case .days: days.isEmpty ? nil : .strings(days.map(\.name))
    default: nil
    }
  }
}
