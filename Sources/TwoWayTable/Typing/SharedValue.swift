/// What the values that a cell stands for have in common.
public enum SharedValue<Value: Hashable & Sendable>: Hashable, Sendable {
  /// All of them are the same.
  case same(Value)
  /// They differ, so that none of them can stand for the others.
  case mixed

  /// Compares values; nil where there is none.
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

  /// The value; nil where the values differ.
  public var value: Value? {
    if case .same(let value) = self { value } else { nil }
  }
}
