/// The common value of the values of a cell.
public enum SharedValue<Value: Hashable & Sendable>: Hashable, Sendable {
  /// All values are equal.
  case same(Value)
  /// The values differ.
  case mixed

  /// Compares values; nil if there are none.
  public init?(_ values: some Sequence<Value>) {
    var first: Value?
    for value in values {
      guard let known = first else {
        first = value
        continue
      }
      guard known == value else {
        self = .mixed
        return
      }
    }
    guard let first else { return nil }
    self = .same(first)
  }

  /// The value; nil if the values differ.
  public var value: Value? {
    if case .same(let value) = self { value } else { nil }
  }
}
