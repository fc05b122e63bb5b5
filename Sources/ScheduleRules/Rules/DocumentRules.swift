import Diagnostics
import JSONText
import ScheduleModel

enum SP101WellFormed: Rule {
  static let info = RuleInfo(
    code: "SP101", severity: .error, summary: "well-formed JSON",
    what: """
      The file must be one JSON object in UTF-8, without a byte order mark, at most \(JSONLimits.sizeText) long, \
      nested at most 64 levels deep and of at most 80,000 values (about 600 schedules). Whole numbers must fit 64 bits \
      and others a double, and strings must not contain half a surrogate pair or U+0000.
      """,
    why: "An unreadable file cannot be checked further. RFC 8259 (JSON) forbids a byte order mark.",
    bad: #""version": 1"#,
    good: #""version": 1,"#, isMandatory: true)

  /// Creates the only finding of a malformed file; names the lines of git's conflict marks.
  static func diagnostic(
    _ error: JSONSyntaxError, file: String, in text: inout SourceText
  ) -> Diagnostic {
    let conflicts = conflicts(in: text.bytes)
    var message = error.message
    if !conflicts.isEmpty {
      let lines = conflicts.prefix(3).map(\.lines).joined(separator: ", ")
      let more = conflicts.count > 3 ? " and \(conflicts.count - 3) more" : ""
      message =
        "unresolved git conflict in lines \(lines)\(more); run "
        + "`setpoint git-setup` and `git checkout --merge FILE` to merge by cell"
    } else if let end = text.bytes.firstIndex(of: 10),
      text.bytes[end...].dropFirst().first == UInt8(ascii: "{"),
      (try? JSONTree(parsing: Array(text.bytes[..<end]))) != nil
    {
      message += "; validate, format and export read one document per line with --ndjson"
    }
    return Diagnostic(
      file: file, location: text.location(at: conflicts.first?.offset ?? error.offset),
      code: info.code, severity: info.severity, message: Sentence(message))
  }

  /// Finds git's conflict marks, from each `<<<<<<<` to its `>>>>>>>`; `conflict-marker-size` makes them longer.
  private static func conflicts(in bytes: [UInt8]) -> [(lines: String, offset: Int)] {
    var conflicts: [(lines: String, offset: Int)] = []
    var open: (number: Int, offset: Int, isDivided: Bool)?
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    for (line, number) in zip(lines, 1...) {
      let rest = line.drop { $0 == line.first }
      guard let mark = line.first, line.count - rest.count >= 7 else { continue }
      if mark == UInt8(ascii: "<"), rest.starts(with: " ".utf8) {
        open = (number, line.startIndex, false)
      } else if mark == UInt8(ascii: "="), rest.isEmpty || rest.elementsEqual("\r".utf8) {
        open?.isDivided = true
      } else if mark == UInt8(ascii: ">"), rest.starts(with: " ".utf8), let start = open,
        start.isDivided
      {
        conflicts.append(("\(start.number)-\(number)", start.offset))
        open = nil
      }
    }
    return conflicts
  }
}

enum SP102KnownFormat: Rule {
  static let info = RuleInfo(
    code: "SP102", severity: .error, summary: "known format and version",
    what: """
      "format" must be "setpoint-schedule" and "version" the integer 1. Files of a newer version are not checked \
      further, nor are files of another format without "schedules". The fix renames a misspelt member.
      """,
    why: "In a newer version, the same members may have another meaning.",
    bad: #""version": 2,"#,
    good: #""version": 1,"#, fix: .unsafe)

  /// Checks both members; returns whether the rest of the file can be read.
  static func check(
    format: JSONNode?, version: JSONNode?, missing: [MissingMember], reader: inout DocumentReader
  ) -> Bool {
    let hasSchedules = !missing.contains {
      $0.name == FileFormat.Member.schedules.name && $0.misspelt == nil
    }
    let isOurs = checkFormat(format, hasSchedules: hasSchedules, missing: missing, reader: &reader)
    guard isOurs || hasSchedules else { return false }
    return checkVersion(version, missing: missing, reader: &reader)
  }

  private static func checkFormat(
    _ node: JSONNode?, hasSchedules: Bool, missing: [MissingMember],
    reader: inout DocumentReader
  ) -> Bool {
    guard !reader.isDuplicated(.member(.format)) else { return true }
    guard let node else {
      let other = hasSchedules ? "" : " (`setpoint import` reads device files)"
      SP110MissingField.add(
        info, .format, "expected \"\(FileFormat.name)\"\(other)", missing, &reader)
      return false
    }
    guard node.string != FileFormat.name.description else { return true }
    reader.findings.add(
      info, .member(.format), "format is \(node.words); expected \"\(FileFormat.name)\"")
    return false
  }

  private static func checkVersion(
    _ node: JSONNode?, missing: [MissingMember], reader: inout DocumentReader
  ) -> Bool {
    let (path, known) = (DocumentPath.member(.version), FileFormat.version)
    guard !reader.isDuplicated(path) else { return true }
    guard let node else {
      SP110MissingField.add(info, .version, "expected \(known)", missing, &reader)
      return true
    }
    switch node.integer {
    case known?: return true
    case let number? where number > known:
      reader.findings.add(
        info, path, "version \(number) needs a newer setpoint; this one reads \(known)")
      return false
    case let number?:
      reader.findings.add(info, path, "version \(number) does not exist; expected \(known)")
    case nil:
      reader.findings.add(info, path, "version is \(node.words); expected the integer \(known)")
    }
    return true
  }
}

enum SP103KnownUnit: Rule {
  static let info = RuleInfo(
    code: "SP103", severity: .error, summary: "unit is F or C",
    what: """
      "unit" must be "F" or "C". Without it the rules about temperatures are skipped. The fix renames a misspelt member.
      """,
    why: "70 °F is a warm room, 70 °C scalding water; a unit must never be guessed.",
    bad: #""unit": "K","#,
    good: #""unit": "F","#, fix: .unsafe)

  /// Reads the unit; reports a finding and returns nil if it is neither F nor C.
  static func read(
    _ node: JSONNode?, missing: [MissingMember], reader: inout DocumentReader
  ) -> TemperatureUnit? {
    guard !reader.isDuplicated(.member(.unit)) else { return nil }
    guard let node else {
      SP110MissingField.add(info, .unit, "expected \"F\" or \"C\"", missing, &reader)
      return nil
    }
    if let unit = node.string.flatMap(TemperatureUnit.init(rawValue:)) { return unit }
    reader.findings.add(
      info, .member(.unit),
      node.string.map { "unit \($0.quoted()) is not F or C" }
        ?? "unit is \(node.words); expected \"F\" or \"C\"")
    return nil
  }
}

enum SP104AllDays: ObjectRule {
  static let info = RuleInfo(
    code: "SP104", severity: .error, summary: "all seven days",
    what: "\"days\" must contain all days from monday to sunday.",
    why: """
      A thermostat needs to know what to do on each day; missing days are not filled in silently. The fix corrects a \
      misspelt name, or else copies the nearest complete day, if possible of the same kind (weekday or weekend).
      """,
    bad: #""sun": {"#,
    good: #""sunday": {"#, fix: .unsafe)

  /// Reports missing days; one finding if all are missing.
  static func check(_ object: ReadObject, reader: inout DocumentReader) {
    guard case .days(let schedule) = object.path else { return }
    let week = reader.draft.schedules[schedule].week
    let (path, missing) = (object.path, object.missing)
    if missing.count == 7, missing.allSatisfy({ $0.misspelt == nil }) {
      reader.findings.add(info, path, at: .key(path), "no days; expected monday to sunday")
      return
    }
    let present = Weekday.allCases.filter { day in !missing.contains { $0.name == day.name } }
    for missing in missing {
      guard let day = Weekday(exactly: missing.name) else { continue }
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
    // 10 for the other kind, plus the distance; earlier days first.
    let rank = { (candidate: Weekday) in
      (candidate.isWeekend == day.isWeekend ? 0 : 10) + abs(candidate.rawValue - day.rawValue)
    }
    return complete.min { rank($0) < rank($1) }
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
    let blanks = bytes.blanks(before: key.lowerBound)
    let member =
      JSONValue.string(day.name).encoded() + bytes[key.upperBound..<original.range.upperBound]
    let comma = [UInt8(ascii: ",")]
    let before = present.last { $0 < day }
    guard let node = (before ?? present.first).flatMap({ index.node(.day(schedule, $0)) }),
      let place = before == nil ? node.keyRange?.lowerBound : node.range.upperBound
    else { return nil }
    let text = before == nil ? member + comma + blanks : comma + blanks + member
    return Fix(.unsafe, edits: [TextEdit(offset: place, length: 0, text: text)])
  }
}

enum SP105AllPeriods: ObjectRule {
  static let info = RuleInfo(
    code: "SP105", severity: .error, summary: "exactly wake, leave, return, sleep",
    what: "Each day must have wake, leave, return and sleep. The fix only corrects misspelt names.",
    why: """
      The four periods of the ENERGY STAR program (Program Requirements for Programmable \
      Thermostats, version 1.2) are the rows of the table; devices with four periods per day need each of them.
      """,
    bad: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    good: """
      "wake": {"time": "06:00", "heat": 70, "cool": 78},
                "leave": {"time": "08:00", "heat": 62, "cool": 85}
      """, fix: .unsafe)

  /// Reports the missing periods of a day: one finding, and one for each misspelt name.
  static func check(_ object: ReadObject, reader: inout DocumentReader) {
    guard case .day(_, let day) = object.path else { return }
    let (path, missing) = (object.path, object.missing)
    for missing in missing where missing.misspelt != nil {
      SP110MissingField.add(
        info, "\(day.title) has no \"\(missing.name)\"", missing, of: path, &reader)
    }
    let names = missing.filter { $0.misspelt == nil }.map { "\"\($0.name)\"" }
    guard !names.isEmpty else { return }
    reader.findings.add(info, path, at: .key(path), "\(day.title) has no \(names.listed("or"))")
  }
}
