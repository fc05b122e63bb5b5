import Diagnostics
import JSONText
import ScheduleModel

/// SP104: all seven days.
enum SP104AllDays: ObjectRule {
  static let info = RuleInfo(
    code: "SP104", severity: .error, summary: "all seven days",
    what: "\"days\" must contain all days from monday to sunday.",
    why: """
      A thermostat needs to know what to do on each day; missing days are not filled in silently. The fix copies the \
      nearest complete day of the same kind (weekday or weekend), or any other.
      """,
    bad: #""sun": {"#,
    good: #""sunday": {"#, fix: .unsafe)

  /// Reports missing days; one finding if all are missing.
  static func check(_ object: ReadObject, reader: inout DocumentReader) {
    guard case .days(let schedule) = object.path, let week = object.week else { return }
    let (path, missing) = (object.path, object.missing)
    if missing.count == 7, missing.allSatisfy({ $0.misspelt == nil }) {
      reader.findings.add(
        info, path, at: .key(path), "no days; expected monday to sunday")
      return
    }
    let present = Weekday.allCases.filter { day in !missing.contains { $0.name == day.name } }
    for missing in missing {
      guard let day = Weekday.allCases.first(where: { $0.name == missing.name }) else { continue }
      let source = nearest(to: day, among: present, in: week)
      SP110MissingField.add(
        info, "day \"\(day.name)\" is missing", missing, of: path, &reader
      ) { index in
        source.flatMap { insertion(of: day, copying: $0, present: present, in: schedule, &index) }
      }
    }
  }

  /// Finds the day to copy: complete, of the same kind if possible, nearest in the week.
  private static func nearest(
    to day: Weekday, among present: [Weekday], in week: DraftWeek
  ) -> Weekday? {
    let complete = present.filter { candidate in
      Period.allCases.allSatisfy { week.isComplete(RowAddress(candidate, $0).index) }
    }
    return complete.min { rank($0, day) < rank($1, day) }
  }

  /// Ranks a day: 10 for the other kind, plus its distance; earlier days first.
  private static func rank(_ candidate: Weekday, _ day: Weekday) -> (Int, Int) {
    let distance = abs(candidate.rawValue - day.rawValue)
    return (
      (candidate.isWeekend == day.isWeekend ? 0 : 10) + distance, candidate < day ? 0 : 1
    )
  }

  /// Inserts the day after the previous one, or before the first, with the layout of its source.
  private static func insertion(
    of day: Weekday, copying source: Weekday, present: [Weekday], in schedule: Int,
    _ index: inout SourceIndex
  ) -> Fix? {
    guard let original = index.node(.day(schedule, source)), let key = original.keyRange else {
      return nil
    }
    let bytes = index.text.bytes
    let blanks = blanks(before: key.lowerBound, in: bytes)
    let member =
      JSONValue.string(day.name).encoded() + bytes[key.upperBound..<original.range.upperBound]
    if let before = present.last(where: { $0 < day }),
      let place = index.node(.day(schedule, before))?.range.upperBound
    {
      let text = [UInt8(ascii: ",")] + blanks + member
      return Fix(.unsafe, edits: [TextEdit(offset: place, length: 0, text: text)])
    }
    guard let after = present.first,
      let place = index.node(.day(schedule, after))?.keyRange?.lowerBound
    else { return nil }
    let text = member + [UInt8(ascii: ",")] + blanks
    return Fix(.unsafe, edits: [TextEdit(offset: place, length: 0, text: text)])
  }

  private static func blanks(before offset: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    let start =
      bytes[..<offset].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { $0 + 1 } ?? 0
    return bytes[start..<offset]
  }
}
