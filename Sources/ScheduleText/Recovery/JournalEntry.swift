import JSONText
package import ScheduleModel
import ScheduleRules

/// What one edit made of a document, as a journal keeps it; taking an edit back is an entry as well.
package enum JournalEntry: Hashable, Sendable {
  /// Cells of one schedule, each with the value that it had. The schedule is found by its place in the
  /// document as the entries before left it; its name, which version 0.1 left out, shows that they were
  /// all there.
  case cells(schedule: Int, name: String?, [CellChange])
  /// Anything else: the document as it was afterwards.
  case document(Contents)

  /// Finds what turned one document into another; nil when they are alike.
  package init?(from old: Contents, to new: Contents) {
    guard old != new else { return nil }
    self = Self.cellChanges(from: old, to: new) ?? .document(new)
  }

  /// The cells that differ, when they all are of one schedule and nothing else differs.
  private static func cellChanges(
    from old: Contents, to new: Contents
  ) -> JournalEntry? {
    guard old.unit == new.unit, old.members == new.members,
      old.schedules.count == new.schedules.count
    else { return nil }
    let changed = old.schedules.indices.filter { old.schedules[$0] != new.schedules[$0] }
    guard let index = changed.first, changed.count == 1 else { return nil }
    var other = new.schedules[index]
    let week = other.week
    other.week = old.schedules[index].week
    guard other == old.schedules[index], week.unit == other.week.unit else { return nil }
    return .cells(
      schedule: index, name: other.name, ScheduleDiff(from: other.week, to: week).changes)
  }

  /// Whether the entry is a whole document.
  var isDocument: Bool { if case .document = self { true } else { false } }

  /// Whether a journal gives the edit back: a document larger than what is read, which cannot be saved
  /// either, would be written in vain.
  package var canBeReadAgain: Bool {
    guard case .document(let contents) = self else { return true }
    return (try? ScheduleDocument(reading: CanonicalText.shortest(of: contents), file: "")) != nil
  }

  /// Carries the edit out; returns false where the schedule is not the one it was made on.
  func apply(to document: inout Contents) -> Bool {
    switch self {
    case .cells(let index, let name, let changes):
      guard document.schedules.indices.contains(index),
        name?.utf8.elementsEqual(document.schedules[index].name.utf8) ?? true
      else { return false }
      var week = document.schedules[index].week
      for change in changes { week[change.cell] = change.new }
      guard week.isComplete else { return false }
      document.schedules[index].week = week
    case .document(let contents): document = contents
    }
    return true
  }

  /// Puts back the values that the cells had.
  func takeBack(from document: inout Contents) {
    guard case .cells(let index, _, let changes) = self, document.schedules.indices.contains(index)
    else { return }
    var week = document.schedules[index].week
    for change in changes { week[change.cell] = change.old }
    if week.isComplete { document.schedules[index].week = week }
  }
}

// MARK: As JSON

extension JournalEntry {
  /// The entry as a line of a journal has it; `number` counts the entries from 1.
  func json(number: Int) -> JSONValue {
    switch self {
    case .cells(let index, let name, let changes):
      let cells = changes.map { change in
        JSONValue.array([.integer(change.cell.tag.rawValue), change.old.json, change.new.json])
      }
      return .object([
        "n": .integer(number), "schedule": .integer(index), "name": .optional(name),
        "cells": .array(cells),
      ])
    case .document(let contents):
      let text = String(decoding: CanonicalText.shortest(of: contents), as: UTF8.self)
      return .object(["n": .integer(number), "document": .string(text)])
    }
  }

  /// Reads an entry; nil if the line is not one.
  init?(_ node: JSONNode) {
    if let text = node["document"]?.string {
      guard let document = try? ScheduleDocument(reading: Array(text.utf8), file: "") else {
        return nil
      }
      self = .document(document.contents)
      return
    }
    guard let index = node["schedule"]?.integer, let cells = node["cells"]?.elements
    else { return nil }
    let changes = cells.compactMap { element -> CellChange? in
      guard let tag = element[0]?.integer.flatMap(CellTag.init), let old = element[1],
        let new = element[2], let before = CellValue(old, for: tag.cell.field),
        let after = CellValue(new, for: tag.cell.field)
      else { return nil }
      return CellChange(cell: tag.cell, old: before, new: after)
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
      guard let temperature = node.number.flatMap({ Temperature($0) }) else { return nil }
      self = .temperature(temperature)
    }
  }
}
