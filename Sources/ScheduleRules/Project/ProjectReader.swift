import Diagnostics
import JSONText
import ScheduleModel

/// Reads the members of a project's options, one by one, and notes what is wrong with them.
struct ProjectReader {
  private(set) var options = CheckOptions()
  private let rules: RuleTable
  private let map: SourceMap
  private var text: SourceText
  private var findings: [(rule: RuleInfo, path: JSONPath, offset: Int, message: String)] = []

  init(_ bytes: [UInt8], rules: RuleTable) {
    self.rules = rules
    map = SourceMap(bytes)
    text = SourceText(bytes)
  }

  /// Reads the value at the top.
  mutating func read(_ root: JSONNode) {
    for (key, value) in root.members {
      let path = JSONPath([.member(key)])
      switch key {
      case "deadband": options.deadbandPerUnit = differences(value, at: path)
      case "largestStep": options.largestStepPerUnit = differences(value, at: path)
      case "smallestGap": readSmallestGap(value, at: path)
      case "level": options.level = severity(value, at: path, among: Self.severities) ?? .warning
      case "rules": readRules(value, at: path)
      case "select": options.select = codes(value, at: path, rules.refusal(toSelect:))
      case "ignore": options.ignore = codes(value, at: path, rules.refusal(toIgnore:))
      default: addUnknown(key, at: path, among: Self.members.filter { root[$0] == nil })
      }
    }
  }

  /// Notes the members that occur twice; the last of them is read.
  mutating func reportDuplicates() {
    for (object, key, offset) in map.duplicates() {
      findings.append(
        (SP108DuplicateKey.info, object.member(key), offset, "\(key.quoted()) appears twice"))
    }
  }

  /// The findings, by position.
  mutating func diagnostics(file: String) -> [Diagnostic] {
    findings.sorted { $0.offset < $1.offset }.map { finding in
      Diagnostic(
        file: file, location: text.location(at: finding.offset), code: finding.rule.code,
        severity: finding.rule.severity, message: finding.message, path: finding.path.pointer)
    }
  }

  private static let members = [
    "deadband", "smallestGap", "largestStep", "level", "rules", "select", "ignore",
  ]
  private static let severities = ["error", "warning", "info"]
}

// MARK: Members

extension ProjectReader {
  private mutating func readSmallestGap(_ node: JSONNode, at path: JSONPath) {
    guard let minutes = node.integer, (0..<1440).contains(minutes) else {
      add("\(path.words) is \(SP107ValueType.value(node)); expected minutes, 0 to 1439", path)
      return
    }
    options.smallestGap = minutes
  }

  private mutating func differences(_ node: JSONNode, at path: JSONPath) -> CheckOptions.PerUnit {
    var result = CheckOptions.PerUnit()
    guard node.kind == .object else {
      add(
        "\(path.words) is \(SP107ValueType.value(node)); expected {\"F\": …, \"C\": …}", path)
      return result
    }
    for (key, value) in node.members {
      let place = path.member(key)
      switch key {
      case "F": result.fahrenheit = difference(value, at: place)
      case "C": result.celsius = difference(value, at: place)
      default: addUnknown(key, at: place, among: [])
      }
    }
    return result
  }

  private mutating func difference(_ node: JSONNode, at path: JSONPath) -> Temperature? {
    guard let degrees = node.number.flatMap({ Temperature($0) }), degrees >= Temperature(0),
      degrees <= Temperature(100)
    else {
      add(
        "\(path.words) is \(SP107ValueType.value(node)); "
          + "expected degrees with at most one decimal, 0 to 100", path)
      return nil
    }
    return degrees
  }

  private mutating func readRules(_ node: JSONNode, at path: JSONPath) {
    guard node.kind == .object else {
      add(
        "rules is \(SP107ValueType.value(node)); expected an object such as {\"SP106\": \"off\"}",
        path)
      return
    }
    for (key, value) in node.members {
      let place = path.member(key)
      guard let rule = rules[key] else {
        add("\(key.quoted()) is not the code of a rule", place, atKey: true)
        continue
      }
      if let refusal = RuleTable.refusalToChange(rule) {
        add(refusal, place, atKey: true)
        continue
      }
      if value.string == "off" {
        options.severities[key] = .off
      } else if let severity = severity(value, at: place, among: ["off"] + Self.severities) {
        options.severities[key] = .severity(severity)
      }
    }
  }

  private mutating func codes(
    _ node: JSONNode, at path: JSONPath, _ refusal: (String) -> String?
  ) -> [String] {
    guard node.kind == .array else {
      add(
        "\(path.words) is \(SP107ValueType.value(node)); expected an array such as [\"SP2\"]",
        path)
      return []
    }
    var result: [String] = []
    for (index, element) in node.elements.enumerated() {
      guard let code = element.string else {
        add(
          "\(path.words) has \(SP107ValueType.value(element)); expected the beginning of a code",
          path.element(index))
        continue
      }
      if let refusal = refusal(code) {
        add(refusal, path.element(index))
      } else {
        result.append(code)
      }
    }
    return result
  }

  private mutating func severity(
    _ node: JSONNode, at path: JSONPath, among names: [String]
  ) -> Severity? {
    if let name = node.string, names.contains(name),
      let severity = Severity.allCases.first(where: { $0.name == name })
    {
      return severity
    }
    add(
      "\(path.words) is \(SP107ValueType.value(node)); "
        + "expected \(SP110MissingField.list(names.map { $0.quoted() }, joinedBy: "or"))", path)
    return nil
  }
}

// MARK: Findings

extension ProjectReader {
  private mutating func addUnknown(_ key: String, at path: JSONPath, among names: [String]) {
    let meant = Spelling.nearest(to: key, among: names)
    let hint = meant.map { " (did you mean \"\($0)\"?)" } ?? ""
    add("unknown member \(key.quoted())\(hint)", path, atKey: true, SP106UnknownMember.info)
  }

  private mutating func add(
    _ message: String, _ path: JSONPath, atKey: Bool = false,
    _ rule: RuleInfo = SP107ValueType.info
  ) {
    findings.append((rule, path, map.offset(of: path, atKey: atKey), message))
  }
}
