import JSONText

/// The first line of a journal: which text its edits apply to, and who made them.
package struct JournalHeader: Hashable, Sendable {
  /// The document, from the root.
  package let document: String
  /// Who made the edits.
  package let holder: LockHolder
  /// The text that the edits apply to; version 0.1 left it out above 1 MiB.
  package let base: [UInt8]?
  /// Whether there was no file yet; the document then begins as `base`.
  package let isNew: Bool

  /// Describes a journal of a document, as it was read or begun.
  package init(document: String, of original: ScheduleDocument, holder: LockHolder) {
    self.document = document
    self.holder = holder
    isNew = original.isNew
    base = isNew ? CanonicalText.text(of: original.contents) : original.original
  }

  var json: JSONValue {
    .object([
      "format": .string("setpoint-journal"), "version": .integer(1),
      "document": .string(document), "new": .boolean(isNew), "holder": holder.json,
      "base": .optional(base.map { String(decoding: $0, as: UTF8.self) }),
    ])
  }

  /// Reads a header; nil if the line is not one.
  init?(_ node: JSONNode) {
    guard node["format"]?.string == "setpoint-journal", node["version"]?.integer == 1,
      let document = node["document"]?.string,
      let holder = node["holder"].flatMap(LockHolder.init)
    else { return nil }
    self.document = document
    self.holder = holder
    base = node["base"]?.string.map { Array($0.utf8) }
    // Version 0.1 gave the size of the file instead, where there was one.
    isNew = node["new"]?.boolean ?? (node["size"]?.integer == nil)
    if base == nil, isNew || node["size"] == nil { return nil }
  }
}
