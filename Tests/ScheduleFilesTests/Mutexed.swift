/// Something that another thread lets go of.
final class Mutexed<Value>: @unchecked Sendable {
  private var value: Value?

  init(_ value: Value) { self.value = value }

  var isDropped: Bool { value == nil }

  /// Drops the value; `isDropped` before its deinitializer runs.
  func drop() { value = nil }
}
