package import JSONText

/// What `setpoint schema` describes: the files that people write, and the results of commands as JSON.
package enum SchemaKind: String, CaseIterable, Sendable {
  case schedule, project, devices, layout, theme, settings
  case show, list, now, get, diff, validate, rule, formats, tag, recover, drift
  case findings, annotated, fixes, formatted, exports, imports, differences, done

  /// What is described, in words.
  package var title: String {
    switch self {
    case .schedule: "setpoint schedule file, version 1"
    case .project: "setpoint project file, .setpoint.json"
    case .devices: "setpoint devices file, .setpoint-devices.json"
    case .layout: "setpoint layout file"
    case .theme: "setpoint theme file"
    case .settings: "setpoint settings file, config.json"
    case .findings: "what setpoint validate --ndjson answers, version 1"
    case .annotated: "what setpoint validate --ndjson --annotate answers, version 1"
    case .fixes: "what setpoint validate --fix --ndjson answers, version 1"
    case .formatted: "what setpoint format --ndjson answers, version 1"
    case .exports: "what setpoint export --ndjson answers, version 1"
    case .imports: "what setpoint import --ndjson answers, version 1"
    case .differences: "what setpoint diff --ndjson answers, version 1"
    case .done: "what stands behind the answers to a record with --ack, version 1"
    default: "what setpoint \(rawValue) --format json prints"
    }
  }

  /// The schema, draft 2020-12, with its own address.
  package var json: JSONValue {
    guard case .object(let members) = content else { return content }
    let head: [JSONValue.Member] = [
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      .init("$id", .string(Self.address(of: rawValue))), .init("title", .string(title)),
    ]
    return .object(head + members)
  }

  /// The schema as it stands in docs/schemas.
  package var text: [UInt8] { json.encoded(.indented) + [UInt8(ascii: "\n")] }

  private static func address(of name: String) -> String {
    "\(Project.home)/docs/schemas/\(name).schema.json"
  }

  private var content: JSONValue {
    switch self {
    case .schedule: ScheduleSchema.json
    case .project: ProjectSchema.json
    case .devices: DevicesSchema.json
    case .layout: LayoutSchema.json
    case .theme: ThemeSchema.json
    case .settings: SettingsSchema.json
    case .show: JSONRows.schema
    case .list: ListResult.schema
    case .now: NowResult.schema
    case .get: CellResult.schema
    case .diff: DifferenceResult.schema
    case .validate: JSONReport.schema
    case .rule: RuleResult.schema
    case .formats: FormatResult.schema
    case .tag: TagResult.schema
    case .recover: RecoveryResult.schema
    case .drift: DriftResult.schema
    case .findings: StreamResult.findings
    case .annotated: StreamResult.annotated
    case .fixes: StreamResult.fixes
    case .formatted: StreamResult.formatted
    case .exports: StreamResult.exports
    case .imports: StreamResult.imports
    case .differences: StreamResult.differences
    case .done: StreamResult.done
    }
  }
}
