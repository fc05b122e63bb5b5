import Diagnostics
import Reporting
import ScheduleEditor
import ScheduleFiles
import TwoWayTable
import CLibrary

/// Reads the user's settings, layouts and themes.
enum SettingsFiles {
  /// The user's settings; the default without a file.
  static func settings() throws -> EditorSettings {
    let path = Self.path
    guard let bytes = try Self.bytes(at: path, orNothing: true) else { return EditorSettings() }
    return try read { () throws(FileProblems) in try EditorSettings(reading: bytes, file: path) }
  }

  /// Reads a layout file; a plain name may also refer to one beside the settings.
  ///
  /// `place` is its place in the settings; nil if it was named on the command line.
  static func layout(_ name: String, at place: SourceLocation?) throws -> WeekLayout {
    let (path, bytes) = try found(name, in: "layouts", among: "a layout file", at: place)
    return try read { () throws(FileProblems) in try WeekLayout(reading: bytes, file: path) }
  }

  /// Reads a theme file, found like a layout.
  static func theme(_ name: String, at place: SourceLocation?) throws -> Theme {
    let known = Theme.builtIn.map(\.name).joined(separator: ", ")
    let (path, bytes) = try found(
      name, in: "themes", among: "\(known) or a theme file", at: place)
    return try read { () throws(FileProblems) in try Theme(reading: bytes, file: path) }
  }

  private static var path: String { "\(Environment.settingsFolder)/config.json" }

  private static func read<Result>(
    _ body: () throws(FileProblems) -> Result
  ) throws(Failure) -> Result {
    do throws(FileProblems) {
      return try body()
    } catch {
      throw Failure(.unreadableData, problems: "\(error)")
    }
  }

  /// Finds `FILE`, or `NAME` as `NAME.json` in a folder beside the settings.
  private static func found(
    _ name: String, in folder: String, among known: String, at settingsPlace: SourceLocation?
  ) throws -> (path: String, bytes: [UInt8]) {
    guard !name.utf8.contains(UInt8(ascii: "/")), !name.hasBytes(atEnd: ".json") else {
      return (name, try Self.bytes(at: name, orNothing: false) ?? [])
    }
    let path = "\(Environment.settingsFolder)/\(folder)/\(name).json"
    for place in [path, name] {
      if let bytes = try Self.bytes(at: place, orNothing: true) { return (place, bytes) }
    }
    let reason =
      "there is no \(name.quoted()); use \(known), or put \(name).json into setpoint/\(folder) "
      + "beside your settings"
    guard let settingsPlace else { throw Failure(.usage, reason) }
    let problem = Diagnostic(
      file: Self.path, location: settingsPlace, message: Sentence(reason))
    throw Failure(.unreadableData, problems: problem.summary)
  }

  private static func bytes(at path: String, orNothing: Bool) throws -> [UInt8]? {
    do {
      return try FileReading.bytes(at: path, ofFilesAlone: orNothing)
    } catch {
      if orNothing, [.missing, .notAFolder].contains(error.failure),
        !FileReading.isAnything(at: path)
      {
        return nil
      }
      throw Failure(error, about: path)
    }
  }
}
