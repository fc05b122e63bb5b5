/// A half of a setpoint: what a house is heated to, or cooled to.
package enum Side: CaseIterable, Hashable, Sendable {
  case heat, cool

  /// The key in schedule files, `heat`.
  package var name: String { field.name }

  /// The cells that hold it.
  package var field: Field { self == .heat ? .heat : .cool }

  /// The other half.
  package var other: Side { self == .heat ? .cool : .heat }
}

extension Field {
  /// The half of a setpoint that the cells hold; nil for times.
  package var side: Side? { Side.allCases.first { $0.field == self } }
}

extension Setpoint {
  /// The temperature of a half.
  package subscript(side: Side) -> Temperature { side == .heat ? heat : cool }
}
