package import JSONText
package import ScheduleModel

extension CellValue {
  /// The value as in schedule files.
  package var json: JSONValue {
    switch self {
    case .time(let time): .string(time.description)
    case .temperature(let value):
      value.isWhole ? .integer(value.tenths / 10) : .real(value.degrees)
    case .absent: .null
    }
  }
}
