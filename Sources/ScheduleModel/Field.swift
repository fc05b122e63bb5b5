/// The field of a cell; raw values are the last digit of a cell's tag.
package enum Field: Int, CaseIterable, Sendable, Hashable {
  case time = 1
  case cool = 2
  case heat = 4

  /// The fields in table order.
  package static let displayOrder: [Field] = [.time, .heat, .cool]

  /// The name in schedule files, for comparisons without a string.
  package var key: StaticString {
    switch self {
    case .time: "time"
    case .cool: "cool"
    case .heat: "heat"
    }
  }

  /// The name in schedule files, `heat`.
  package var name: String { key.description }

  /// Parses a name or its beginning, in any case.
  package init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    guard !text.isEmpty, let field = Self.allCases.first(where: { $0.name.hasPrefix(text) })
    else { return nil }
    self = field
  }
}
