import ScheduleModel

/// The built-in default file, from which examples differ in one place.
enum ExampleDocument {
  /// The canonical text of the ENERGY STAR program in °F, named Home.
  static let text: String = {
    let schedule = Week.standard(.fahrenheit)
    let days = Weekday.allCases.map { day in
      let rows = Period.allCases.map { period in
        let setpoint = schedule[RowAddress(day, period)]
        return """
                    "\(period.name)": {"time": "\(setpoint.time)", "heat": \(setpoint.heat), \
          "cool": \(setpoint.cool)}
          """
      }
      return "        \"\(day.name)\": {\n\(rows.joined(separator: ",\n"))\n        }"
    }
    return """
      {
        "format": "setpoint-schedule",
        "version": 1,
        "unit": "F",
        "schedules": [
          {
            "name": "Home",
            "days": {
      \(days.joined(separator: ",\n"))
            }
          }
        ]
      }

      """
  }()

  /// Returns the text with the first `original` replaced.
  static func replacing(_ original: String, by text: String) -> String {
    let whole = Self.text
    guard let start = firstPlace(of: original, in: whole) else {
      preconditionFailure("an example replaces \(original), which is not in the default file")
    }
    let end = whole.utf8.index(start, offsetBy: original.utf8.count)
    return whole[..<start] + text + whole[end...]
  }

  private static func firstPlace(of part: String, in text: String) -> String.Index? {
    text.utf8.indices.first { text.utf8[$0...].starts(with: part.utf8) }
  }
}
