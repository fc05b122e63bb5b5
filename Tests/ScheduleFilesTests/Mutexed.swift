/// Something that another thread lets go of.
final class Mutexed<Value>: @unchecked Sendable {
  private var value: Value?

  init(_ value: Value) { self.value = value }

  func drop() { value = nil }
}
