import Diagnostics
import JSONText
import ScheduleModel

/// Computes the text edits that turn one document into another.
///
/// A changed cell replaces a value. Added, removed and reordered schedules splice whole schedules; other elements stay
/// after the schedule that they followed.
struct DocumentEdits {
  let text: [UInt8]
  let contents: Contents
  let root: JSONNode
  private let list: JSONNode
  private let schedules: [ScheduleEdits]

  /// Starts from a text and its contents; nil if it is not a document.
  init?(_ text: [UInt8], saying contents: Contents) {
    guard let root = JSONTree(accepted: text)?.root,
      let list = root[FileFormat.Member.schedules.name]
    else {
      return nil
    }
    self.text = text
    self.contents = contents
    self.root = root
    self.list = list
    let nodes = list.children.filter { $0.kind == .object }
    schedules = zip(contents.schedules, nodes).map { ScheduleEdits($0, $1, in: text) }
  }

  /// Returns the edits that turn the text into `new`.
  func edits(to new: Contents) -> [TextEdit] {
    var document = ObjectEdits(of: root, in: text)
    if new.unit != contents.unit, let unit = root[FileFormat.Member.unit.name] {
      document.replace(unit, by: JSONValue.string(new.unit.rawValue).encoded())
    }
    if new.members != contents.members {
      document.change(
        UnknownMembers.found(
          in: root, at: .top, known: FileFormat.document.names),
        from: contents.members, to: new.members, at: .top)
    }
    let entries = calendarEdits(to: new.calendar, &document)
    let sources = ScheduleMatching(from: contents.schedules, to: new.schedules).sources
    let isInPlace =
      sources == contents.schedules.indices.map { $0 } && !changesElements(to: new.members)
    guard isInPlace else { return document.edits + entries + splice(new, sources) }
    return document.edits + entries
      + zip(schedules, new.schedules).flatMap { $0.edits(to: $1) }
  }

  private func changesElements(to new: UnknownMembers) -> Bool {
    let old = contents.members
    guard old != new else { return false }
    return (old.keys + new.keys).contains { $0.place == .list && old[$0] != new[$0] }
  }

  /// Replaces the text from the list's first element to the end of its last.
  private func splice(_ new: Contents, _ sources: [Int?]) -> [TextEdit] {
    let nodes = Array(list.children)
    guard let first = nodes.first, let last = nodes.last else { return [] }
    let start = first.range.lowerBound
    let lead = Array(text[(list.range.lowerBound + 1)..<start])
    let separator =
      nodes.count > 1
      ? Array(text[first.range.upperBound..<nodes[1].range.lowerBound])
      : [UInt8(ascii: ",")] + lead
    var others = otherElements(new.members, keeping: Set(sources.compactMap { $0 }))
    var texts = others.removeValue(forKey: -1) ?? []
    for (schedule, source) in zip(new.schedules, sources) {
      let model = model(for: schedule, at: source)
      texts.append(model?.text(saying: schedule) ?? Self.text(of: schedule, lead: lead))
      texts += source.flatMap { others.removeValue(forKey: $0) } ?? []
    }
    texts += others.sorted { $0.key < $1.key }.flatMap(\.value)
    return [
      TextEdit(
        offset: start, length: last.range.upperBound - start,
        text: Array(texts.joined(separator: separator)))
    ]
  }

  /// The elements of the list that are not schedules, by the index of the schedule that they follow: -1 before the
  /// first one, the number of schedules for new elements.
  private func otherElements(
    _ members: UnknownMembers, keeping kept: Set<Int>
  ) -> [Int: [[UInt8]]] {
    var result: [Int: [[UInt8]]] = [:]
    var place = -1
    var number = 0
    for node in list.children {
      if node.kind == .object {
        place += 1
        continue
      }
      let key = UnknownMembers.Key(.list, [], number: number)
      number += 1
      guard let value = members[key] else { continue }
      let anchor = (0...max(0, place)).last { $0 <= place && kept.contains($0) } ?? -1
      let isSame = value == contents.members[key]
      result[anchor, default: []].append(isSame ? Array(node.bytes) : value.spelling)
    }
    for key in members.keys where key.place == .list && key.number >= number {
      if let value = members[key] { result[.max, default: []].append(value.spelling) }
    }
    return result
  }

  /// Returns a text whose layout a schedule can use: its own, or that of the schedule it was copied from.
  private func model(for schedule: Schedule, at source: Int?) -> ScheduleEdits? {
    if let source, schedules[source].schedule.name == schedule.name { return schedules[source] }
    return source.map { schedules[$0] }
      ?? schedules.first {
        $0.schedule.week == schedule.week && $0.schedule.members == schedule.members
      }
  }

  /// Returns the canonical text, indented like the list, or on one line in a file of one line.
  private static func text(of schedule: Schedule, lead: [UInt8]) -> [UInt8] {
    guard let newline = lead.lastIndex(of: UInt8(ascii: "\n")) else {
      return CanonicalText.line(of: schedule)
    }
    let text = CanonicalText.text(of: schedule, indent: lead.count - newline - 1)
    guard newline > 0, lead[newline - 1] == UInt8(ascii: "\r") else { return text }
    return text.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
  }
}
