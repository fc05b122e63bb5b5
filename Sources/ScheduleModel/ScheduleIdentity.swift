import Synchronization

/// Identifies a schedule while the program runs.
///
/// Renaming, editing, moving and undoing preserve it. Unlike an index, it is never reused.
package struct ScheduleIdentity: Hashable, Sendable, CustomStringConvertible {
  private let number: Int
  /// Whether an edit created the schedule, so that no earlier text contains it, even under the same name.
  package let isNew: Bool

  private static let last = Atomic(0)

  private init(isNew: Bool) {
    number = Self.last.add(1, ordering: .relaxed).newValue
    self.isNew = isNew
  }

  /// Identifies a schedule from a text or a device.
  package static func found() -> ScheduleIdentity { ScheduleIdentity(isNew: false) }

  /// Identifies a schedule created by an edit.
  package static func made() -> ScheduleIdentity { ScheduleIdentity(isNew: true) }

  /// A unique text, for lists whose items are identified by text.
  package var description: String { "\(number)" }
}
