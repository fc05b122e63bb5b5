/// Why a text is no JSON that can be read, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// One sentence, lower case, without a full stop; printable.
  package let message: String
  /// The byte at which the fault was seen, from 0.
  package let offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}
