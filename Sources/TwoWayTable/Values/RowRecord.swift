/// Rows as values of a type: `struct Lesson: Codable { var subject: String?; var room: Int? }`.
///
/// The members have the keys of fields: texts, numbers, truths, and enumerations with such raw values.
/// A field without a value is nil.
extension KeyedTable {
  /// The row of a section as a value.
  ///
  /// - Throws: `DecodingError`, where a field holds nothing, or something else than its member.
  public func record<Record: Decodable>(
    _ type: Record.Type, section: String, row: String
  ) throws -> Record {
    var fields: [String: String] = [:]
    for (address, value) in values where address.section == section && address.row == row {
      fields[address.field] = value
    }
    return try Record(from: RowDecoder(fields: fields))
  }

  /// Writes the members of a value into a row of a section, as one step; fields that it does not have
  /// stay.
  ///
  /// - Throws: `EncodingError`, for a member that is no single value; `FieldProblem`, for one that its
  ///   editor does not take. The table is then as it was.
  @discardableResult
  public mutating func set(
    _ record: some Encodable, section: String, row: String
  ) throws -> TableChange {
    let encoder = RowEncoder()
    try record.encode(to: encoder)
    let changes = try encoder.fields.values.sorted { $0.key < $1.key }.map { field, value in
      if let value, let column = layout.columns.firstIndex(where: { $0.key == field }) {
        return (
          TableAddress(section, row, field),
          Optional(try editors[column].parse(value, current: "").get())
        )
      }
      return (TableAddress(section, row, field), value)
    }
    return set(changes)
  }
}
