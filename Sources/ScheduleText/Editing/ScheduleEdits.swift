import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// Computes the text edits within one schedule.
struct ScheduleEdits {
  /// The schedule that the text represents.
  let schedule: Schedule
  /// The value of the schedule in `text`.
  let node: JSONNode
  let text: [UInt8]

  /// Returns the edits that turn the text into `new`.
  func edits(to new: Schedule) -> [TextEdit] {
    guard new != schedule else { return [] }
    return SchedulePlace.all(in: node).flatMap { place in
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
      case .days, .day: break
      }
      if schedule.members != new.members {
        object.change(
          place.unknown(schedule.week.sides), from: schedule.members, to: new.members,
          at: place.place)
      }
      return object.edits
    }
  }

  /// Replaces, adds or removes the value of a cell. A new member follows those before it in the table.
  private func set(
    _ field: Field, _ new: CellValue, in row: JSONNode, _ edits: inout ObjectEdits
  ) {
    let before = Field.displayOrder.prefix { $0 != field }.last { row[$0.name] != nil }
    edits.set(
      row[field.name], named: field.name, to: new == .absent ? nil : new.json.encoded(),
      after: before?.name, spacedAs: 1)
  }

  /// Replaces, adds or removes a member.
  private func set(
    _ member: FileFormat.Member, _ old: String?, _ new: String?, in object: JSONNode,
    _ edits: inout ObjectEdits
  ) {
    if let old, let new, old.utf8.elementsEqual(new.utf8) { return }
    edits.set(
      object[member.name], named: member.name,
      to: new.map { JSONValue.string($0).encoded() }, after: FileFormat.Member.name.name)
  }
}

extension [TextEdit] {
  /// Returns the text of a value with the edits applied.
  func applied(within node: JSONNode) -> [UInt8] {
    map { TextEdit(offset: $0.offset - node.range.lowerBound, length: $0.length, text: $0.text) }
      .applied(to: [UInt8](node.bytes))
  }
}

extension ObjectEdits {
  /// Updates the unknown members of one object.
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
