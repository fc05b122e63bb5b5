/// A period of the day; a row of the table.
///
/// The four of the ENERGY STAR programmable-thermostat program, in order.
package enum Period: Int, CaseIterable, Sendable, Hashable {
  case wake, leave, `return`, sleep

  /// The name in schedule files, for comparisons without a string.
  package var key: StaticString { Self.keys[rawValue] }

  private static let keys: [StaticString] = ["wake", "leave", "return", "sleep"]

  /// The name in schedule files, `wake`.
  package var name: String { key.description }

  /// The label in tables, `Wake`.
  package var title: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Parses a name or its beginning, in any case.
  package init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    guard !text.isEmpty, let period = Self.allCases.first(where: { $0.name.hasPrefix(text) })
    else { return nil }
    self = period
  }
}
