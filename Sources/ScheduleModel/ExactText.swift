/// A text compared by bytes: Swift strings may be equal to others, but JSON treats them as different names.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String? {
  /// Whether both have the same bytes, or both are nil.
  package func isExactly(_ other: String?) -> Bool {
    map(ExactText.init) == other.map(ExactText.init)
  }
}
