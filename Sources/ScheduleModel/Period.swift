/// A period of the day; a row of the table.
///
/// The four of the ENERGY STAR programmable-thermostat program, in order.
package enum Period: Int, FileMember {
  case wake, leave, `return`, sleep

  package var key: StaticString { Self.keys[rawValue] }

  private static let keys: [StaticString] = ["wake", "leave", "return", "sleep"]

  /// The label in tables, `Wake`.
  package var title: String { name.prefix(1).uppercased() + name.dropFirst() }
}
