import ArgumentParser

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
