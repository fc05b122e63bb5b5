import Diagnostics
import JSONText
import ScheduleModel

enum SP106UnknownMember: ObjectRule {
  static let info = RuleInfo(
    code: "SP106", severity: .warning, summary: "every member is known",
    what: """
      Unknown members are reported; they are kept unchanged and in place when editing and saving. A misspelt member \
      that is required is reported as missing instead (SP102 to SP105, SP110). The member "$schema" at the top, which \
      names the JSON Schema for editors, is allowed.
      """,
    why:
      "An unknown member is the data of a newer program, or a typing mistake that would otherwise go unnoticed.",
    bad: #""name": "Home", "nots": "from October","#,
    good: #""name": "Home", "notes": "from October","#,
    fix: .unsafe)

  static func check(_ object: ReadObject, reader: inout DocumentReader) {
    for (name, value, meant) in object.unknown {
      let path = DocumentPath.member(object.path, name)
      let hint = meant.map { " (did you mean \"\($0)\"?)" } ?? ""
      reader.findings.add(
        info, path, at: .offset(reader.view.keyStart(value)),
        "unknown member \(name.quoted())\(hint); it is kept unchanged",
        fix: meant.map { meant in { $0.fix(renaming: path, to: meant) } })
    }
  }

  /// Removes the fixes of this rule that add an error to the text: the value may not be a valid one of the member.
  static func removeHarmfulFixes(from found: inout [Diagnostic], of text: [UInt8]) {
    let places = found.indices.filter { found[$0].code == info.code && found[$0].fix != nil }
    guard !places.isEmpty else { return }
    var options = CheckOptions()
    (options.limit, options.makesFixes) = (0, false)
    let fixes = found.map(\.fix)
    let errors = { (places: [Int]) in
      let text = places.flatMap { fixes[$0]?.edits ?? [] }.applied(to: text)
      return DocumentCheck(bytes: text, file: "", options: options).unlisted.count(of: .error)
    }
    let before = errors([])
    if before == 0, errors(places) == 0 { return }
    // A round of fixes tries some; the next ones try others.
    for (count, place) in places.enumerated() where count >= 64 || errors([place]) > before {
      found[place].fix = nil
    }
  }
}

enum SP107ValueType: Rule {
  static let info = RuleInfo(
    code: "SP107", severity: .error, summary: "right type, at most one decimal",
    what: """
      Each value must have its type: objects for schedules, days and periods, strings for texts and times, numbers \
      with at most one decimal for temperatures.
      """,
    why: """
      Most programs treat a number in quotes as text. Thermostats step by tenths of a degree at the \
      finest, and every value is stored in tenths, without rounding.
      """,
    bad: #""wake": {"time": "06:00", "heat": "70", "cool": 78}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .safe)

  /// Reads a temperature; reports a finding and returns nil if it is not a number or has too many decimals.
  static func temperature(
    _ node: JSONNode, at path: DocumentPath, _ reader: inout DocumentReader
  ) -> Temperature? {
    do throws(TemperatureFault) {
      if let temperature = try node.readTemperature() { return temperature }
    } catch {
      switch error {
      case .tooFine:
        reader.findings.add(
          info, path,
          "\(about: path) is \(node.spelling); a temperature has at most one decimal")
      case .tooLarge: SP303PlausibleRange.reportTooLarge(node.spelling, at: path, &reader)
      }
      return nil
    }
    report(node, expected: "a number", at: path, &reader) { index in
      guard let text = node.string, let value = Temperature(text) else { return nil }
      return index.fix(.safe, replacing: path, by: CellValue.temperature(value).json)
    }
    return nil
  }

  /// Reads a string; reports a value of another type and returns nil.
  static func string(
    _ node: JSONNode, expected: String = "a string", at path: @autoclosure () -> DocumentPath,
    _ reader: inout DocumentReader
  ) -> String? {
    if let string = node.string { return string }
    report(node, expected: expected, at: path(), &reader)
    return nil
  }

  /// Reports a value of another type than `expected`, or with other elements; `found` describes it.
  static func report(
    _ node: JSONNode, _ found: String? = nil, expected: String, at path: DocumentPath,
    _ reader: inout DocumentReader,
    fix: ((inout SourceIndex) -> Fix?)? = nil
  ) {
    reader.findings.add(
      info, path,
      "\(about: path, of: reader.scheduleName) is \(found ?? node.words); expected \(expected)",
      fix: fix)
  }
}

enum SP108DuplicateKey: Rule {
  static let info = RuleInfo(
    code: "SP108", severity: .error, summary: "no duplicate key",
    what:
      "No object may have two members of the same name, at any depth. The values of these members are not checked.",
    why: """
      RFC 8259 does not define which of two equal members applies: one program heats to the first value, another to \
      the last.
      """,
    bad: #""wake": {"time": "06:00", "heat": 70, "cool": 78, "heat": 68}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#)

  /// Reports each repeated member once, at its second name; returns the repeated members.
  static func report(in tree: JSONTree, _ findings: inout FindingList) -> Set<DocumentPath> {
    let duplicates = tree.duplicates(from: DocumentPath.document) { parent, key, index in
      key.map(parent.child) ?? parent.element(index)
    }
    var counts: [DocumentPath: Int] = [:]
    for (object, key, _) in duplicates { counts[object.child(key), default: 1] += 1 }
    var reported: Set<DocumentPath> = []
    for (object, key, offset) in duplicates {
      let path = object.child(key)
      guard reported.insert(path).inserted else { continue }
      let times = counts[path] == 2 ? "twice" : "\(counts[path] ?? 2) times"
      findings.add(
        info, path, at: .offset(offset),
        "\(key.quoted()) appears \(times) in \(object.words(nil))")
    }
    return reported
  }
}

enum SP109ScheduleName: Rule {
  static let info = RuleInfo(
    code: "SP109", severity: .error, summary: "schedule names unique and legal",
    what: """
      A schedule's name must have 1 to 64 characters (Unicode code points), without control characters and characters \
      that change the direction of text, and must be unique in the file.
      """,
    why: """
      Schedules are chosen by name. Control characters act on a terminal instead of being shown, and those of UAX #9 \
      can disguise a name.
      """,
    bad: #""name": "","#,
    good: #""name": "Home","#)

  /// Reads a name; reports a finding and returns nil if it is invalid. A repeated name is reported and returned.
  ///
  /// `names` are the names so far, each with the index of its first schedule.
  static func read(
    _ node: JSONNode, of schedule: Int, names: inout [String: Int], reader: inout DocumentReader
  ) -> String? {
    var path: DocumentPath { .member(.name, ofSchedule: schedule) }
    guard let name = SP107ValueType.string(node, at: path, &reader) else { return nil }
    if let problem = ScheduleName.problem(of: name) {
      let title =
        name.isEmpty ? "the name of schedule \(schedule + 1)" : "schedule name \(name.quoted())"
      reader.findings.add(info, path, "\(title) \(problem)")
    } else if let first = names[name] {
      reader.findings.add(
        info, path, first: .value(.member(.name, ofSchedule: first)),
        "schedule \(name.quoted()) is defined again")
    } else {
      names[name] = schedule
    }
    return name
  }
}

enum SP110MissingField: ObjectRule {
  static let info = RuleInfo(
    code: "SP110", severity: .error, summary: "no missing field",
    what: """
      The document must have at least one schedule, each schedule "name" and "days", each period "time", "heat" \
      and "cool", and each calendar entry "schedule". A heat-only schedule omits "cool" in every period, a cool-only \
      schedule "heat"; if only some periods have it, those that differ from the majority are reported. A member with a \
      similar name is taken for the missing one, and the fix renames it.
      """,
    why:
      "Nothing is filled in silently: a thermostat would act on a value that you did not choose.",
    bad: #""wake": {"time": "06:00", "heat": 70}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .unsafe)

  static func check(_ object: ReadObject, reader: inout DocumentReader) {
    switch object.path {
    case .document:
      let schedules = FileFormat.Member.schedules.name
      // SP102 and SP103 report the other members.
      report(object.missing.filter { $0.name == schedules }, of: object.path, &reader)
    case .schedule, .row, .entry: report(object.missing, of: object.path, &reader)
    default: break
    }
  }

  /// Reports a setpoint of a side that most periods of the schedule do not have.
  static func reportExtra(_ field: Field, _ path: DocumentPath, reader: inout DocumentReader) {
    let found = path.child(field.name)
    reader.findings.add(
      info, found, at: .key(found),
      "\(about: path, of: reader.scheduleName) has \"\(field.name)\", but most periods do not")
  }

  /// Reports the missing members of an object: one finding, and one for each misspelt name.
  private static func report(
    _ missing: [MissingMember], of path: DocumentPath, _ reader: inout DocumentReader
  ) {
    guard !missing.isEmpty else { return }
    let place: Sentence = "\(about: path, of: reader.scheduleName)"
    for missing in missing where missing.misspelt != nil {
      add(info, "\"\(missing.name)\" is missing from \(place)", missing, of: path, &reader)
    }
    let absent = missing.filter { $0.misspelt == nil }.map(\.name)
    guard let first = absent.first else { return }
    let names = absent.map { "\"\($0)\"" }.listed("and")
    reader.findings.add(
      info, absent.count == 1 ? path.child(first) : path, at: .key(path),
      "\(names) \(absent.count == 1 ? "is" : "are") missing from \(place)")
  }

  /// Adds a finding about a missing member of the document.
  static func add(
    _ rule: RuleInfo, _ member: FileFormat.Member, _ expectation: String,
    _ missing: [MissingMember], _ reader: inout DocumentReader
  ) {
    let misspelt = missing.first { $0.name == member.name }?.misspelt
    add(
      rule, "\"\(member.name)\" is missing; \(expectation)", (member.name, misspelt), of: .document,
      &reader)
  }

  /// Adds a finding about a missing member: at the misspelt name, with a fix, or at the object, with `otherwise`.
  static func add(
    _ rule: RuleInfo, _ sentence: Sentence, _ missing: MissingMember, of path: DocumentPath,
    _ reader: inout DocumentReader, otherwise: ((inout SourceIndex) -> Fix?)? = nil
  ) {
    let name = missing.name
    guard let misspelt = missing.misspelt else {
      reader.findings.add(rule, path.child(name), at: .key(path), sentence, fix: otherwise)
      return
    }
    let found = path.child(misspelt)
    reader.findings.add(
      rule, path.child(name), at: .key(found), "\(sentence); is \(misspelt.quoted()) a misspelling?"
    ) { $0.fix(renaming: found, to: name) }
  }
}
