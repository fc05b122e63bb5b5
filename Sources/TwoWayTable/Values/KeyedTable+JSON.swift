import Diagnostics
import JSONText

/// The file of a table: `{"rows": [{"key": "ann", "title": "Ann"}], "cells": {"mon": {"ann": {"from": "08:00"}}}}`. It
/// has `rows` only if rows can change.
extension KeyedTable {
  /// Reads a table written by `json`; `file` is the file's name in errors.
  ///
  /// Values without a cell are kept and written again.
  /// - Throws: `FileProblems`, including values that their editors reject.
  public init(
    _ layout: TableLayoutFile, reading bytes: [UInt8], file: String
  ) throws(FileProblems) {
    var json = JSONReader(bytes, file: file, title: "the table", size: 64 << 20)
    let (rows, values) = json.table(layout)
    guard json.problems.isEmpty else { throw FileProblems(json.problems) }
    self.init(layout, values: values, rows: rows)
  }

  /// The table as indented JSON, readable up to 64 MiB: values in the layout's order, then those without a cell.
  public var json: String {
    var sections: [String: [String: [String: String]]] = [:]
    for (address, value) in values {
      sections[address.section, default: [:]][address.row, default: [:]][address.field] = value
    }
    let cells = Self.members(sections, layout.sections.flatMap(\.keys)) { rows in
      Self.members(rows, layout.rows.flatMap(\.keys)) { fields in
        Self.members(fields, layout.columns.map(\.key)) { .string($0) }
      }
    }
    let rows = layout.rows.map { row -> JSONValue in
      var members: [JSONValue.Member] = [
        .init("key", .string(row.keys[0])), .init("title", .string(row.full)),
      ]
      if row.short != row.full { members.append(.init("short", .string(row.short))) }
      return .object(members)
    }
    let members: [JSONValue.Member] =
      (allowsNewRows ? [.init("rows", .array(rows))] : []) + [.init("cells", cells)]
    return JSONValue.object(members).text(.indented) + "\n"
  }

  private static func members<Element>(
    _ elements: [String: Element], _ order: [String], _ value: (Element) -> JSONValue
  ) -> JSONValue {
    var seen: Set<String> = []
    let known = order.filter { elements[$0] != nil && seen.insert($0).inserted }
    let others = Set(elements.keys).subtracting(order).sorted()
    return .object(
      (known + others).compactMap { key in
        elements[key].map { JSONValue.Member(key, value($0)) }
      })
  }
}

extension JSONReader {
  fileprivate mutating func table(
    _ layout: TableLayoutFile
  ) -> (rows: [TableLayout.Title], values: [TableAddress: String]) {
    let names = layout.allowsNewRows ? ["rows", "cells"] : ["cells"]
    guard let root, let top = members(of: root, named: names) else { return ([], [:]) }
    let rows = layout.allowsNewRows ? rows(of: top) : []
    var values: [TableAddress: String] = [:]
    let editors = layout.editorsByKey
    let cells = member("cells", of: top).flatMap { members(of: $0, named: nil) }
    for (section, value) in cells?.all ?? [] {
      for (row, value) in members(of: value, named: nil)?.all ?? [] {
        for (field, value) in members(of: value, named: nil)?.all ?? [] {
          guard let text = string(value), !text.isEmpty else { continue }
          values[TableAddress(section, row, field)] = checked(text, editors[field], at: value)
        }
      }
    }
    return (rows, values)
  }

  /// A value; reports an error unless its editor, if any, accepts it unchanged.
  private mutating func checked(
    _ text: String, _ editor: (any FieldEditor)?, at value: Value
  ) -> String {
    switch editor?.parse(text, current: "") {
    case .success(let canonical) where canonical != text:
      report("write \(canonical.quoted()) instead of \(text.quoted())", at: value)
    case .failure(let problem): report(problem.reason.printable, at: value)
    case .success, nil: break
    }
    return text
  }

  private mutating func rows(of top: Members) -> [TableLayout.Title] {
    guard let list = top["rows"] else { return [] }
    var seen: Set<String> = []
    return elements(of: list).compactMap { element in
      guard let members = members(of: element, named: ["key", "title", "short"]),
        let key = key(of: members, seen: &seen)
      else { return nil }
      return TableLayout.Title(
        string("title", of: members) ?? key, short: string("short", of: members), keys: [key])
    }
  }
}
