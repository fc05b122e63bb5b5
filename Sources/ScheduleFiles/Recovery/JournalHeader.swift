import JSONText

/// The first line of a journal: which text its edits apply to, and who made them.
package struct JournalHeader: Hashable, Sendable {
  /// The document, from the root.
  package let document: String
  /// The size of the text in bytes; nil where there was no file yet.
  package let size: Int?
  /// The digest of the text.
  package let digest: SHA256Digest
  /// Who made the edits.
  package let holder: LockHolder
  /// The text itself, for merging where the file has changed since; nil where it is too large.
  package let base: [UInt8]?

  /// The largest text that a journal repeats: every journal begins by writing it.
  private static let largestBase = 1 << 20

  /// Describes a journal of `text`; empty stands for a document without a file, which begins as
  /// `base`.
  init(document: String, text: [UInt8], base: [UInt8]? = nil) {
    self.document = document
    size = text.isEmpty ? nil : text.count
    digest = SHA256Digest(SHA256(text).hex)
    holder = .current()
    let base = base ?? text
    self.base = base.count <= Self.largestBase ? base : nil
  }

  var json: JSONValue {
    .object([
      "format": .string("setpoint-journal"), "version": .integer(1),
      "document": .string(document), "size": .optional(size), "digest": .string(digest.hex),
      "holder": holder.json,
      "base": .optional(base.map { String(decoding: $0, as: UTF8.self) }),
    ])
  }

  /// Reads a header; nil for what none is.
  init?(_ node: JSONNode) {
    guard node["format"]?.string == "setpoint-journal", node["version"]?.integer == 1,
      let document = node["document"]?.string, let digest = node["digest"]?.string,
      let holder = node["holder"].flatMap(LockHolder.init)
    else { return nil }
    self.document = document
    self.digest = SHA256Digest(digest)
    self.holder = holder
    size = node["size"]?.integer
    base = node["base"]?.string.map { Array($0.utf8) }
  }
}

/// A digest that was read from somewhere.
package struct SHA256Digest: Hashable, Sendable {
  /// Hexadecimal digits.
  package let hex: String

  init(_ hex: String) { self.hex = hex }
}
