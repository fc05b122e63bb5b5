import Synchronization

/// Which schedule it is, as long as the program runs.
///
/// Renaming, editing, moving and undoing keep it. No two texts give the same one, so that it can never
/// be taken for another's, as a place in a list can.
package struct ScheduleIdentity: Hashable, Sendable {
  private let number: Int
  /// Whether an edit made the schedule: no text that was read before has it, whatever is called the same.
  package let isNew: Bool

  private static let last = Atomic(0)

  private init(isNew: Bool) {
    number = Self.last.add(1, ordering: .relaxed).newValue
    self.isNew = isNew
  }

  /// Identifies a schedule that a text or a device holds.
  package static func found() -> ScheduleIdentity { ScheduleIdentity(isNew: false) }

  /// Identifies a schedule that an edit makes.
  package static func made() -> ScheduleIdentity { ScheduleIdentity(isNew: true) }
}

extension ScheduleIdentity: CustomStringConvertible {
  /// A text that no other schedule has, for lists that know their items by texts.
  package var description: String { "\(number)" }
}
