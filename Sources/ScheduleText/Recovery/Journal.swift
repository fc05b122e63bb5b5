import Diagnostics
package import JSONText
package import ScheduleModel
import ScheduleRules

/// The journal of a program that ended without saving its edits.
package struct Journal: Sendable {
  /// The document that the edits apply to.
  package let header: JournalHeader
  /// The readable edits, in order.
  package let entries: [JournalEntry]
  /// Whether the last line is incomplete. It is skipped: the program never reported it as kept.
  package let hasTornEnd: Bool
  /// The numbers of other damaged lines, from 1; they are skipped.
  package let damagedLines: [Int]

  /// Parses a journal; nil if its first line is damaged, so that the base of the edits is unknown.
  package init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // After the last line end there is nothing, or an incomplete line.
    let rest = lines.popLast() ?? []
    guard let first = lines.first.flatMap(JournalLine.decoded),
      let header = JournalHeader(first.root)
    else { return nil }
    self.header = header
    var entries: [JournalEntry] = []
    var damaged: [Int] = []
    for (index, line) in lines.enumerated().dropFirst() {
      if let entry = JournalLine.decoded(line).flatMap({ JournalEntry($0.root) }) {
        entries.append(entry)
      } else {
        damaged.append(index + 1)
      }
    }
    // A power cut can leave the last line with its full length but wrong bytes.
    let isLastTorn = damaged.last == lines.count
    if isLastTorn { damaged.removeLast() }
    self.entries = entries
    hasTornEnd = isLastTorn || !rest.isEmpty
    damagedLines = damaged
  }

  /// The number of edits: cells plus documents. An entry can contain cells that were edited separately, since a journal
  /// is started again when the file changes.
  package var editCount: Int {
    entries.reduce(0) { count, entry in
      if case .cells(_, _, let changes) = entry { count + changes.count } else { count + 1 }
    }
  }
}

/// The first line of a journal: the document that its edits apply to, and their author.
package struct JournalHeader: Hashable, Sendable {
  /// The absolute path of the document.
  package let document: String
  /// The author of the edits.
  package let holder: LockHolder
  /// The text that the edits apply to.
  package let base: [UInt8]
  /// Whether no file has the text: the document was new, or `base` has values from before conflicts.
  package let isNew: Bool

  /// Describes a journal of a document, as it was read or created.
  package init(document: String, of original: ScheduleDocument, holder: LockHolder) {
    (self.document, self.holder) = (document, holder)
    isNew = original.isNew
    base = isNew ? CanonicalText.shortest(of: original.contents) : original.original
  }

  /// The first line of the journal.
  package var line: [UInt8] {
    JournalLine.encoded([
      "format": "setpoint-journal", "version": .integer(1), "document": .string(document),
      "new": .boolean(isNew), "holder": holder.json,
      "base": .string(String(decoding: base, as: UTF8.self)),
    ])
  }

  /// Parses a header; nil if the line is not a header.
  init?(_ node: JSONNode) {
    guard node["format"]?.string == "setpoint-journal", node["version"]?.integer == 1,
      let document = node["document"]?.string, let base = node["base"]?.string,
      let holder = node["holder"].flatMap(LockHolder.init)
    else { return nil }
    (self.document, self.holder, self.base) = (document, holder, Array(base.utf8))
    // Version 0.1 recorded the size of an existing file instead.
    isNew = node["new"]?.boolean ?? (node["size"] == nil)
  }
}

/// An edit in a journal; an undo is an entry as well.
package enum JournalEntry: Hashable, Sendable {
  /// Cells of one schedule, each with its old value. The schedule is found by its index after the previous entries; its
  /// name, missing in version 0.1, verifies that none of them was lost.
  case cells(schedule: Int, name: String?, [CellChange])
  /// Any other edit: the document after it, and the name of each of its schedules in the base of the journal, nil if it
  /// is not there. Version 0.1 recorded no names.
  case document(Contents, names: [String?])

  /// Finds the edit between two documents; nil if they are equal. `base` is the document of the journal's header.
  package init?(from old: Contents, to new: Contents, base: Contents) {
    guard old != new else { return nil }
    lazy var sources = ScheduleMatching(from: base.schedules, to: new.schedules).sources
    self =
      Self.cellChanges(from: old, to: new)
      ?? .document(new, names: sources.map { $0.map { base.schedules[$0].name } })
  }

  /// The changed cells if all belong to one schedule and nothing else differs.
  private static func cellChanges(from old: Contents, to new: Contents) -> JournalEntry? {
    guard old.unit == new.unit, old.members == new.members, old.calendar == new.calendar,
      old.schedules.count == new.schedules.count
    else { return nil }
    let changed = old.schedules.indices.filter { old.schedules[$0] != new.schedules[$0] }
    guard let index = changed.first, changed.count == 1 else { return nil }
    var other = new.schedules[index]
    let week = other.week
    other.week = old.schedules[index].week
    guard other == old.schedules[index], week.unit == other.week.unit else { return nil }
    return .cells(schedule: index, name: other.name, other.week.changes(to: week))
  }

  /// Whether the edit can be recovered: a document beyond the size limit could not be read back.
  package var canBeReadAgain: Bool {
    guard case .document(let contents, _) = self else { return true }
    return (try? ScheduleDocument(reading: CanonicalText.shortest(of: contents), file: "")) != nil
  }

  /// Applies the edit; returns false if the schedule has another name. `base` is the document before all edits.
  func apply(to document: inout Contents, base: Contents) -> Bool {
    switch self {
    case .cells(let index, let name, let changes):
      guard document.schedules.indices.contains(index),
        name?.utf8.elementsEqual(document.schedules[index].name.utf8) ?? true
      else { return false }
      var week = document.schedules[index].week
      for change in changes { week[change.cell] = change.new }
      guard week.isComplete else { return false }
      document.schedules[index].week = week
    case .document(var contents, let names):
      // A merge does not have to guess which schedules were renamed, and which are new.
      for (index, name) in zip(contents.schedules.indices, names) {
        let source = name.flatMap(base.schedules.index(named:))
        contents.schedules[index].identity = source.map { base.schedules[$0].identity } ?? .made()
      }
      document = contents
    }
    return true
  }

  package var line: [UInt8] {
    switch self {
    case .cells(let index, let name, let changes):
      let cells = changes.map { change in
        JSONValue.array([.integer(change.cell.tag), change.old.json, change.new.json])
      }
      return JournalLine.encoded(
        ["schedule": .integer(index), "name": .optional(name), "cells": .array(cells)])
    case .document(let contents, let names):
      let text = String(decoding: CanonicalText.shortest(of: contents), as: UTF8.self)
      return JournalLine.encoded(
        ["document": .string(text), "names": .array(names.map { JSONValue.optional($0) })])
    }
  }

  /// Parses an entry; nil if the line is not an entry.
  init?(_ node: JSONNode) {
    if let text = node["document"]?.string {
      guard let document = try? ScheduleDocument(reading: Array(text.utf8), file: "") else {
        return nil
      }
      let names = node["names"]?.elements.map(\.string) ?? []
      self = .document(document.contents, names: names)
      return
    }
    guard let index = node["schedule"]?.integer, let cells = node["cells"]?.elements
    else { return nil }
    let changes = cells.compactMap { element -> CellChange? in
      guard let cell = element[0]?.integer.flatMap({ try? CellAddress(tag: $0) }),
        let old = element[1],
        let new = element[2], let before = CellValue(old, for: cell.field),
        let after = CellValue(new, for: cell.field)
      else { return nil }
      return CellChange(cell: cell, old: before, new: after)
    }
    guard changes.count == cells.count else { return nil }
    self = .cells(schedule: index, name: node["name"]?.string, changes)
  }
}

extension CellValue {
  fileprivate init?(_ node: JSONNode, for field: Field) {
    if node.kind == .null, field != .time {
      self = .absent
    } else if field == .time {
      guard let time = node.string.flatMap(TimeOfDay.init(canonical:)) else { return nil }
      self = .time(time)
    } else {
      guard let temperature = node.temperature else { return nil }
      self = .temperature(temperature)
    }
  }
}

/// A line of a journal: a checksum, a space, JSON, a line end.
package enum JournalLine {
  package static func encoded(_ value: JSONValue) -> [UInt8] {
    let json = value.encoded()
    return Array(checksum(json[...]).utf8) + [0x20] + json + [0x0A]
  }

  /// A line may contain a whole document, even a damaged one, as a string with at most six bytes per byte, `\u001B`.
  private static let largest = 6 * JSONLimits.size + (64 << 10)

  /// Decodes a line without its end; nil if the checksum is wrong.
  package static func decoded(_ line: ArraySlice<UInt8>) -> JSONTree? {
    guard line.count > 9, line[line.startIndex + 8] == 0x20 else { return nil }
    let json = line.dropFirst(9)
    guard line.prefix(8).elementsEqual(checksum(json).utf8) else { return nil }
    return try? JSONTree(parsing: Array(json), size: largest)
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in
      sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
    }
  }

  /// The CRC-32 of Ethernet and gzip (ISO 3309), in hexadecimal; detects incomplete lines.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
    let table = table
    var sum = ~UInt32(0)
    bytes.withUnsafeBytes {
      for byte in $0 { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    }
    return (~sum).digits(8, radix: 16)
  }
}
