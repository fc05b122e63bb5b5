import Diagnostics
import Reporting
import ScheduleEditor
import ScheduleFiles
import ScheduleModel
import TwoWayTable
import CLibrary

/// Reads the user's settings, layouts and themes.
enum SettingsFiles {
  /// The user's settings; the default without a file.
  static func settings() throws -> EditorSettings {
    let path = Self.path
    guard let bytes = try Self.bytes(at: path) else { return EditorSettings() }
    return try read(try EditorSettings(reading: bytes, file: path))
  }

  /// The clock of a command without a layout: that of its option, of the settings, or of the locale. Data for programs
  /// always has 24 hours, whatever is in the settings.
  static func clock(_ option: ClockStyle?, isForPrograms: Bool) throws -> ClockStyle {
    if isForPrograms { return .twentyFourHour }
    return try option ?? settings().clock ?? RegionalHabits.current.clock ?? .twentyFourHour
  }

  /// Reads a layout file; a plain name may also refer to one beside the settings.
  ///
  /// `place` is its place in the settings; nil if it was named on the command line.
  static func layout(_ name: String, at place: SourceLocation?) throws -> WeekLayout {
    let (path, bytes) = try found(name, in: "layouts", among: "a layout file", at: place)
    return try read(try WeekLayout(reading: bytes, file: path))
  }

  /// Reads a theme file, found like a layout.
  static func theme(_ name: String, at place: SourceLocation?) throws(Failure) -> Theme {
    let known = Theme.builtIn.map(\.name).joined(separator: ", ")
    let (path, bytes) = try found(name, in: "themes", among: "\(known) or a theme file", at: place)
    return try read(try Theme(reading: bytes, file: path))
  }

  /// The names of the user's own themes or layouts, whose files are in a folder beside the settings.
  static func names(in folder: String) -> [String] {
    Folder.names(in: "\(Folder.settings)/\(folder)", endingIn: ".json")
      .compactMap { String($0.utf8.dropLast(".json".utf8.count)) }
      .filter { $0 == $0.printable && !$0.isEmpty && !$0.hasBytes(atEnd: ".json") }
  }

  private static var path: String { "\(Folder.settings)/config.json" }

  private static func read<Result>(
    _ work: @autoclosure () throws(FileProblems) -> Result
  ) throws(Failure) -> Result {
    do throws(FileProblems) {
      return try work()
    } catch {
      throw Failure(.unreadableData, error.problems, in: nil)
    }
  }

  /// Finds `FILE`, or `NAME` as `NAME.json` in a folder beside the settings.
  private static func found(
    _ name: String, in folder: String, among known: String, at settingsPlace: SourceLocation?
  ) throws(Failure) -> (path: String, bytes: [UInt8]) {
    let file = settingsPlace == nil ? name : fromSettings(name)
    guard !name.utf8.contains(UInt8(ascii: "/")), !name.hasBytes(atEnd: ".json") else {
      do throws(FileError) {
        return (file, try FileReading.bytes(at: file))
      } catch {
        throw settingsPlace == nil
          ? Failure(error, about: name) : refusal("\(file): \(error)", at: settingsPlace)
      }
    }
    for place in ["\(Folder.settings)/\(folder)/\(name).json", file] {
      if let bytes = try Self.bytes(at: place) { return (place, bytes) }
    }
    let reason =
      "there is no \(folder.dropLast()) \(name.quoted()); use \(known), or put \(name).json into \(folder) "
      + "beside your settings"
    throw refusal(reason, at: settingsPlace)
  }

  /// The path of a file in the settings, which is relative to their folder; `~/` is the home folder.
  private static func fromSettings(_ name: String) -> String {
    let home = name.hasBytes(atStart: "~/") ? Environment["HOME"] : nil
    if let home { return home + name.dropFirst() }
    return name.hasBytes(atStart: "/") ? name : "\(Folder.settings)/\(name)"
  }

  /// Returns a failure about a name, at its place in the settings or on the command line.
  private static func refusal(_ reason: String, at place: SourceLocation?) -> Failure {
    guard let place else { return Failure(.usage, reason) }
    let problem = Diagnostic(file: path, location: place, message: Sentence(reason))
    return Failure(.unreadableData, [problem], in: nil)
  }

  /// Reads a file; nil if there is none.
  private static func bytes(at path: String) throws(Failure) -> [UInt8]? {
    do throws(FileError) {
      return try FileReading.bytes(at: path, ofFilesAlone: true)
    } catch {
      let isMissing = [.missing, .notAFolder].contains(error.failure)
      if isMissing, !FileReading.isAnything(at: path) { return nil }
      throw Failure(error, about: path)
    }
  }
}
