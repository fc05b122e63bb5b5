/// The reason why a request is not carried out: one sentence, lower case, without a full stop.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }

  package var description: String { reason }
}
