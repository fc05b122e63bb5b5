import Diagnostics
import JSONText
import CLibrary

/// A SARIF 2.1.0 log (OASIS standard, 2020) of one run, with every rule and its help.
///
/// Written piece by piece: the head with the rules, a result per finding, the tail.
enum SARIFReport {
  /// The head, up to the results.
  static var start: String {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let driver: JSONValue = [
      "name": .string("setpoint"), "version": .string(SetpointCommand.number),
      "informationUri": .string(Project.home),
      "rules": .array(RuleTable.all.rules.map(descriptor)),
    ]
    return """
      {"$schema": \(JSONValue.string(schema).text()), "version": "2.1.0", "runs": [{
      "tool": {"driver": \(driver.text(.spaced))},
      "columnKind": "unicodeCodePoints",
      "results": [
      """
  }

  static func results(_ diagnostics: [Diagnostic], in source: [UInt8]?) -> [String] {
    var text = SourceText(source ?? [])
    return diagnostics.map { result($0, hasSource: source != nil, in: &text).text(.spaced) }
  }

  private static func descriptor(_ rule: RuleInfo) -> JSONValue {
    [
      "id": .string(rule.code), "shortDescription": message(rule.summary),
      "fullDescription": message("\(rule.description) \(rule.why)"),
      "helpUri": .string(RulePage.address(of: rule)),
      "help": [
        "text": .string(RulePage.text(of: rule)), "markdown": .string(RulePage.body(of: rule)),
      ],
      "defaultConfiguration": ["level": .string(level(rule.severity))],
    ]
  }

  private static func message(_ text: String) -> JSONValue { ["text": .string(text)] }

  private static func level(_ severity: Severity) -> String {
    severity == .info ? "note" : severity.name
  }

  private static func result(
    _ diagnostic: Diagnostic, hasSource: Bool, in text: inout SourceText
  ) -> JSONValue {
    let index = diagnostic.code.flatMap { RuleTable.all.index(of: $0) }
    let place = location(diagnostic, in: &text)
    let fix = hasSource ? diagnostic.fix.map { self.fix($0, diagnostic.file, in: &text) } : nil
    return .object(known: [
      "ruleId": diagnostic.code.map { .string($0) },
      "ruleIndex": index.map { .integer($0) },
      "level": .string(level(diagnostic.severity)),
      "message": message(diagnostic.message),
      "locations": .array([place]),
      "fixes": fix.map { .array([$0]) },
      "properties": [
        "path": .string(diagnostic.path), "schedule": .optional(diagnostic.schedule),
        "tag": .optional(diagnostic.tag),
      ],
    ])
  }

  private static func location(_ diagnostic: Diagnostic, in text: inout SourceText) -> JSONValue {
    let region = diagnostic.location.map { place in
      let end = text.endOfToken(at: place.offset)
      return JSONValue.object(known: [
        "startLine": .integer(place.line), "startColumn": .integer(place.column),
        "byteOffset": .integer(place.offset),
        "endColumn": end.map { .integer(text.location(at: $0).column) },
        "byteLength": end.map { .integer($0 - place.offset) },
      ])
    }
    let path = diagnostic.path
    let logical = JSONValue.array([["fullyQualifiedName": .string(path)]])
    return .object(known: [
      "physicalLocation": .object(known: [
        "artifactLocation": artifact(diagnostic.file), "region": region,
      ]),
      "logicalLocations": path.isEmpty ? nil : logical,
    ])
  }

  private static func fix(_ fix: Fix, _ file: String, in text: inout SourceText) -> JSONValue {
    let replacements = fix.edits.map { edit in
      let start = text.location(at: edit.offset)
      let end = text.location(at: edit.offset + edit.length)
      return [
        "deletedRegion": [
          "startLine": .integer(start.line), "startColumn": .integer(start.column),
          "endLine": .integer(end.line), "endColumn": .integer(end.column),
        ],
        "insertedContent": message(String(decoding: edit.text, as: UTF8.self)),
      ] as JSONValue
    }
    let change: JSONValue = [
      "artifactLocation": artifact(file), "replacements": .array(replacements),
    ]
    return [
      "description": message("\(fix.applicability.rawValue) fix"),
      "artifactChanges": .array([change]),
    ]
  }

  /// The file as a URI reference (RFC 3986), percent-encoded; relative paths stay relative.
  private static func artifact(_ file: String) -> JSONValue {
    let path = file.fileNameBytes.reduce(into: "") { result, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%\(byte.digits(2, radix: 16, uppercase: true))"
      }
    }
    return ["uri": .string(file.hasBytes(atStart: "/") ? "file://\(path)" : path)]
  }
}
