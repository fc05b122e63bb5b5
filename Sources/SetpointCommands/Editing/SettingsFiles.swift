import Diagnostics
import ScheduleEditor
import ScheduleFiles
import ScheduleRules
import TwoWayTable
import CLibrary

/// Reads what a person has said once and for all: settings, layouts, themes.
enum SettingsFiles {
  /// The person's settings; none where there is no file.
  static func settings() throws -> EditorSettings {
    let path = "\(Environment.settingsFolder)/config.json"
    guard let bytes = try reading(path, orNothing: true) else { return EditorSettings() }
    do {
      return try EditorSettings(reading: bytes, file: path)
    } catch {
      throw Failure(.unreadableData, error.diagnostics, in: bytes)
    }
  }

  /// The layout in a file; one that is named without a folder may also lie beside the settings.
  static func layout(_ name: String) throws -> WeekLayout {
    let (path, bytes) = try found(name, in: "layouts", among: "a layout file")
    do {
      return try WeekLayout(reading: bytes, file: path)
    } catch {
      throw Failure(.unreadableData, error.problems.map { "\($0)" })
    }
  }

  /// The theme in a file, as `layout` finds layouts.
  static func theme(_ name: String) throws -> Theme {
    let known = Theme.builtIn.map(\.name).joined(separator: ", ")
    let (path, bytes) = try found(name, in: "themes", among: "\(known) or a theme file")
    do {
      return try Theme(reading: bytes, file: path)
    } catch {
      throw Failure(.unreadableData, "\(error)")
    }
  }

  /// Finds `FILE`, or `NAME` as `NAME.json` in a folder beside the settings.
  private static func found(
    _ name: String, in folder: String, among known: String
  ) throws -> (path: String, bytes: [UInt8]) {
    guard !name.contains("/"), !name.hasSuffix(".json") else {
      return (name, try reading(name, orNothing: false) ?? [])
    }
    let path = "\(Environment.settingsFolder)/\(folder)/\(name).json"
    for place in [path, name] {
      if let bytes = try reading(place, orNothing: true) { return (place, bytes) }
    }
    throw Failure(
      .usage,
      "there is no \(name.quoted()); use \(known), or put \(name).json into setpoint/\(folder) "
        + "beside your settings")
  }

  private static func reading(_ path: String, orNothing: Bool) throws -> [UInt8]? {
    do {
      return try FileReading.bytes(at: path)
    } catch {
      if orNothing, error.number == ENOENT || error.number == ENOTDIR { return nil }
      throw Failure(error, about: path)
    }
  }
}
