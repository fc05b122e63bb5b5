import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// The text edits within the text of one schedule.
struct ScheduleEdits {
  /// What the text says.
  let schedule: Schedule
  private let node: JSONNode
  private let text: [UInt8]

  /// Begins with the text of a schedule, which `node` is in `text`.
  init(_ schedule: Schedule, _ node: JSONNode, in text: [UInt8]) {
    self.schedule = schedule
    self.node = node
    self.text = text
  }

  /// Begins with a text of its own.
  init?(_ schedule: Schedule, text: [UInt8]) {
    guard let node = JSONTree(accepted: text)?.root else { return nil }
    self.init(schedule, node, in: text)
  }

  /// The text of the schedule as it stands there.
  var original: [UInt8] { Array(node.bytes) }

  /// The text once it says `new`.
  func text(saying new: Schedule) -> [UInt8] {
    let start = node.range.lowerBound
    return edits(to: new).map {
      TextEdit(offset: $0.offset - start, length: $0.length, text: $0.text)
    }.applied(to: original)
  }

  /// Finds the edits after which the text says `new`.
  func edits(to new: Schedule) -> [TextEdit] {
    guard new != schedule else { return [] }
    return SchedulePlaces(node).flatMap { place in
      var object = ObjectEdits(of: place.object, in: text)
      switch place.place {
      case .top:
        set(.name, schedule.name, new.name, in: place.object, &object)
        set(.device, schedule.device, new.device, in: place.object, &object)
        set(.notes, schedule.notes, new.notes, in: place.object, &object)
      case .row(let row):
        for field in Field.displayOrder where schedule.week[row][field] != new.week[row][field] {
          set(field, new.week[row][field], in: place.object, &object)
        }
      case .list, .days, .day: break
      }
      if schedule.members != new.members {
        object.change(
          place.unknown(beside: schedule), from: schedule.members, to: new.members, at: place.place)
      }
      return object.edits
    }
  }

  /// Replaces the value of a cell, adds its member after those before it in the table, or removes it.
  private func set(
    _ field: Field, _ new: CellValue, in row: JSONNode, _ edits: inout ObjectEdits
  ) {
    let text = new.json.encoded()
    switch (row[field.name], new == .absent) {
    case (let value?, false): edits.replace(value, by: text)
    case (let value?, true): edits.remove(value)
    case (nil, false):
      let before = Field.displayOrder.prefix { $0 != field }.last { row[$0.name] != nil }
      edits.insert(Array(field.name.utf8), text, behind: before?.name, spacedAs: 1)
    case (nil, true): break
    }
  }

  /// Gives a member a text, adds it behind the name, or takes it out.
  private func set(
    _ member: FileFormat.Member, _ old: String?, _ new: String?, in object: JSONNode,
    _ edits: inout ObjectEdits
  ) {
    if let old, let new, old.utf8.elementsEqual(new.utf8) { return }
    let text = new.map { JSONValue.string($0).encoded() }
    switch (old.flatMap { _ in object[member.name] }, text) {
    case (let value?, let text?): edits.replace(value, by: text)
    case (let value?, nil): edits.remove(value)
    case (nil, let text?):
      edits.insert(Array(member.name.utf8), text, behind: FileFormat.Member.name.name)
    case (nil, nil): break
    }
  }
}

extension ObjectEdits {
  /// Makes the members of one object what `new` has there.
  mutating func change(
    _ found: [(key: UnknownMembers.Key, value: JSONNode)], from old: UnknownMembers,
    to new: UnknownMembers, at place: UnknownMembers.Place
  ) {
    for (key, value) in found where old[key] != new[key] {
      if let other = new[key] {
        replace(value, by: other.spelling)
      } else {
        remove(value)
      }
    }
    for key in new.keys where key.place == place && old[key] == nil {
      if let value = new[key] { insert(key.name, value.spelling) }
    }
  }
}
