import ArgumentParser
import Reporting

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a kind of file.",
    discussion: """
      Draft 2020-12. setpoint rejects whatever the schema rejects; only `setpoint validate` checks rules \
      about several cells. A file may name its schema in a member "$schema", for editors.

      Examples:
        setpoint schema > schedule.schema.json
        setpoint schema theme
      """)

  @Argument(help: "The kind of file.")
  var kind = SchemaKind.schedule

  func run() { Console.write(kind.text, to: .output) }
}

/// The kinds of files that people write, each with a JSON Schema (draft 2020-12) in docs/schemas.
package enum SchemaKind: String, CaseIterable, Sendable, ExpressibleByArgument {
  case schedule, project, devices, layout, theme, settings

  package var text: [UInt8] {
    switch self {
    case .schedule: PackageResources.schedule_schema_json
    case .project: PackageResources.project_schema_json
    case .devices: PackageResources.devices_schema_json
    case .layout: PackageResources.layout_schema_json
    case .theme: PackageResources.theme_schema_json
    case .settings: PackageResources.settings_schema_json
    }
  }
}
