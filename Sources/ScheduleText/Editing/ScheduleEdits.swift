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
        for (old, new) in zip(schedule.texts, new.texts).reversed()
        where !old.text.isExactly(new.text) {
          object.set(
            place.object[new.member.name], named: new.member.name,
            to: new.text.map { JSONValue.string($0).encoded() }, after: FileFormat.Member.name.name)
        }
      case .row(let row):
        for field in Field.displayOrder where schedule.week[row][field] != new.week[row][field] {
          // A new member follows those before it in the table.
          let before = Field.displayOrder.prefix { $0 != field }
            .last { place.object[$0.name] != nil }
          let value = new.week[row][field]
          object.set(
            place.object[field.name], named: field.name,
            to: value == .absent ? nil : value.json.encoded(), after: before?.name, spacedAs: 1)
        }
      case .days, .day: break
      }
      if schedule.members != new.members {
        object.change(
          place.unknown, from: schedule.members, to: new.members, at: place.place)
      }
      return object.edits
    }
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
    for (key, value) in found where old[key] != new[key] { set(value, to: new[key]?.spelling) }
    for key in new.keys where key.place == place && old[key] == nil {
      if let value = new[key] { insert(key.name, value.spelling) }
    }
  }
}
