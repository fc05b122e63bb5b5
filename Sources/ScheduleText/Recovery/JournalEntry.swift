import JSONText
package import ScheduleModel
import ScheduleRules

/// An edit in a journal; an undo is an entry as well.
package enum JournalEntry: Hashable, Sendable {
  /// Cells of one schedule, each with its old value. The schedule is found by its index after the previous entries; its
  /// name, missing in version 0.1, verifies that none of them was lost.
  case cells(schedule: Int, name: String?, [CellChange])
  /// Any other edit: the document after it.
  case document(Contents)

  /// Finds the edit between two documents; nil if they are equal.
  package init?(from old: Contents, to new: Contents) {
    guard old != new else { return nil }
    self = Self.cellChanges(from: old, to: new) ?? .document(new)
  }

  /// The changed cells if all belong to one schedule and nothing else differs.
  private static func cellChanges(
    from old: Contents, to new: Contents
  ) -> JournalEntry? {
    guard old.unit == new.unit, old.members == new.members, old.calendar == new.calendar,
      old.schedules.count == new.schedules.count
    else { return nil }
    let changed = old.schedules.indices.filter { old.schedules[$0] != new.schedules[$0] }
    guard let index = changed.first, changed.count == 1 else { return nil }
    var other = new.schedules[index]
    let week = other.week
    other.week = old.schedules[index].week
    guard other == old.schedules[index], week.unit == other.week.unit else { return nil }
    return .cells(
      schedule: index, name: other.name, other.week.changes(to: week))
  }

  var isDocument: Bool { if case .document = self { true } else { false } }

  /// Whether the edit can be recovered: a document beyond the size limit could not be read back.
  package var canBeReadAgain: Bool {
    guard case .document(let contents) = self else { return true }
    return (try? ScheduleDocument(reading: CanonicalText.shortest(of: contents), file: "")) != nil
  }

  /// Applies the edit; returns false if the schedule has another name.
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

  /// Restores the old values of the cells.
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
  /// Encodes the entry for a journal; `number` counts from 1.
  func json(number: Int) -> JSONValue {
    switch self {
    case .cells(let index, let name, let changes):
      let cells = changes.map { change in
        JSONValue.array([.integer(change.cell.tag), change.old.json, change.new.json])
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

  /// Parses an entry; nil if the line is not an entry.
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
      guard let temperature = node.number.flatMap({ Temperature($0) }) else { return nil }
      self = .temperature(temperature)
    }
  }
}
