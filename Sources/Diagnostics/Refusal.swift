/// Why something is not done: one sentence, lower case, without a full stop.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  package let reason: String

  /// Gives the sentence.
  package init(_ reason: String) {
    self.reason = reason
  }

  package var description: String { reason }
}
