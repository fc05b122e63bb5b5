/// Why a text is no JSON that can be read, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// One sentence, lower case, without a full stop; printable.
  package let message: String
  /// The byte at which the fault was seen, from 0.
  package let offset: Int

  /// Describes a fault.
  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

/// How large and how deep a text may be.
package enum JSONLimits {
  /// The largest text that is read, in bytes: 64 MiB.
  package static let size = 64 << 20
  /// The deepest nesting of arrays and objects that is read.
  package static let nesting = 64
}
