/// A text that equals only one of the same bytes: Swift's strings are equal, too, when they only look
/// alike, and what JSON calls two names would be one.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String? {
  /// Whether both are the same bytes, or both are none.
  package func isExactly(_ other: String?) -> Bool {
    map(ExactText.init) == other.map(ExactText.init)
  }
}
