import Diagnostics
import JSONText
import ScheduleModel

extension DocumentEdits {
  /// Returns the edits that change the calendar to `new`; an edited entry changes one line. Edits that add or remove
  /// the whole calendar are added to `document`.
  func calendarEdits(to new: [CalendarEntry], _ document: inout ObjectEdits) -> [TextEdit] {
    let old = contents.calendar
    guard old != new else { return [] }
    let list = root[FileFormat.Member.calendar.name]
    let nodes = list.map { Array($0.children) } ?? []
    guard let first = nodes.first, let last = nodes.last, !new.isEmpty else {
      let lead = root.children.first { _ in true }?.keyRange.map {
        Array(text[(root.range.lowerBound + 1)..<$0.lowerBound])
      }
      let all = CanonicalText.text(of: new, lead: lead ?? [])
      document.set(
        list, named: FileFormat.Member.calendar.name, to: new.isEmpty ? nil : all,
        after: FileFormat.Member.schedules.name)
      return []
    }
    let sources = new.sources(in: old)
    let texts = zip(new, sources).map { entry, source in
      source.map { nodes[$0].text(saying: entry, insteadOf: old[$0], in: text) }
        ?? CanonicalText.line(of: entry)
    }
    guard sources != old.indices.map({ $0 }) else {
      return old.indices.filter { old[$0] != new[$0] }.map { index in
        let range = nodes[index].range
        return TextEdit(offset: range.lowerBound, length: range.count, text: texts[index])
      }
    }
    let lead = text[((list?.range.lowerBound ?? 0) + 1)..<first.range.lowerBound]
    let separator =
      nodes.count > 1
      ? Array(text[first.range.upperBound..<nodes[1].range.lowerBound])
      : [UInt8(ascii: ",")] + lead
    return [
      TextEdit(
        offset: first.range.lowerBound, length: last.range.upperBound - first.range.lowerBound,
        text: Array(texts.joined(separator: separator)))
    ]
  }
}

extension JSONNode {
  /// Returns the text of a calendar entry changed to `new`; only members that differ from `old` change.
  func text(
    saying new: CalendarEntry, insteadOf old: CalendarEntry, in text: [UInt8]
  ) -> [UInt8] {
    var object = ObjectEdits(of: self, in: text)
    let known = FileFormat.calendarEntry.members
    for (place, member) in known.enumerated() {
      let value = new.json(of: member)
      guard value != old.json(of: member) else { continue }
      let before = known[..<place].last { self[$0.name] != nil }
      object.set(
        self[member.name], named: member.name, to: value?.encoded(.spaced), after: before?.name,
        spacedAs: 1)
    }
    object.change(
      UnknownMembers.found(in: self, at: .top, known: FileFormat.calendarEntry.names),
      from: old.members, to: new.members, at: .top)
    let edits = object.edits.map {
      TextEdit(offset: $0.offset - range.lowerBound, length: $0.length, text: $0.text)
    }
    return edits.applied(to: Array(bytes))
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
    case .days: days.isEmpty ? nil : .array(days.map { .string($0.name) })
    default: nil
    }
  }
}
