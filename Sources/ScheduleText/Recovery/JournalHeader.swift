import JSONText

/// The first line of a journal: the document that its edits apply to, and their author.
package struct JournalHeader: Hashable, Sendable {
  /// The absolute path of the document.
  package let document: String
  /// The author of the edits.
  package let holder: LockHolder
  /// The text that the edits apply to; version 0.1 omitted it above 1 MiB.
  package let base: [UInt8]?
  /// Whether there was no file yet; the document then begins as `base`.
  package let isNew: Bool

  /// Describes a journal of a document, as it was read or created.
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

  /// Parses a header; nil if the line is not a header.
  init?(_ node: JSONNode) {
    guard node["format"]?.string == "setpoint-journal", node["version"]?.integer == 1,
      let document = node["document"]?.string,
      let holder = node["holder"].flatMap(LockHolder.init)
    else { return nil }
    self.document = document
    self.holder = holder
    base = node["base"]?.string.map { Array($0.utf8) }
    // Version 0.1 recorded the size of an existing file instead.
    isNew = node["new"]?.boolean ?? (node["size"]?.integer == nil)
    if base == nil, isNew || node["size"] == nil { return nil }
  }
}
