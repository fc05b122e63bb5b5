import Diagnostics
import ScheduleModel
import Testing

@Suite struct CellInputTests {
  private let setpoint = Week.standard(.fahrenheit)[RowAddress(.monday, .wake)]

  @Test(
    "reads what people type into a cell",
    arguments: [
      (Field.time, "+15", "06:15"), (.time, "-1h", "05:00"), (.time, "6:15 am", "06:15"),
      (.time, " 630p ", "18:30"), (.time, "+0", "06:00"), (.time, "-0:30", "05:30"),
      (.time, "-30min", "05:30"),
      (.time, "+1:15", "07:15"), (.time, "6.30", "06:30"), (.heat, "68,5", "68.5"),
      (.heat, "64", "64"), (.heat, "+1", "71"), (.heat, "-0.5", "69.5"), (.heat, "20c", "68"),
      (.heat, "20 °C", "68"), (.heat, "68f", "68"), (.cool, "+1.5", "79.5"),
      (.cool, "25.5C", "77.9"),
    ])
  func readsPeopleType(field: Field, text: String, expected: String) throws {
    let value = try setpoint.value(of: field, typed: text, unit: .fahrenheit)
    #expect(value.description == expected)
  }

  @Test(
    "reports why a text is not a value",
    arguments: [
      (Field.time, "", "a time is needed, such as 6:30 or 18:30"),
      (.time, "25:99", #""25:99" is not a time; use HH:MM, 00:00 to 23:59, or 6:30 pm"#),
      (.time, "noonish", #""noonish" is not a time; use HH:MM, 00:00 to 23:59, or 6:30 pm"#),
      (.time, "+x", #""+x" is not a step of time; type +15 or -1h"#),
      (.time, "-7h", "06:00 -7h would leave the day"),
      (.time, "+9999h", "06:00 +9999h would leave the day"),
      (.heat, "", "a temperature is needed, such as 68 or 68.5"),
      (.heat, "warm", #""warm" is not a temperature with at most one decimal"#),
      (
        .cool, "off",
        #""off" is not a temperature; set sides to heat to remove every cool setpoint"#
      ),
      (
        .heat, "None",
        #""None" is not a temperature; set sides to cool to remove every heat setpoint"#
      ),
      (.cool, "72.25", #""72.25" is not a temperature with at most one decimal"#),
      (.cool, "+-1", #""+-1" is not a step of temperature; type +1 or -0.5"#),
      (
        .heat, "\u{1B}[2J",
        #""\u{1B}[2J" is not a temperature with at most one decimal"#
      ),
    ])
  func namesReasonOfRefusal(field: Field, text: String, reason: String) {
    let error = #expect(throws: Refusal.self) {
      try setpoint.value(of: field, typed: text, unit: .fahrenheit)
    }
    #expect(error?.reason == reason)
  }
}
