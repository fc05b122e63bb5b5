import ArgumentParser
import DeviceFormats
import Diagnostics
import ScheduleEditor
import ScheduleFiles
import ScheduleModel
import TerminalCurses
import TwoWayTable

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `setpoint edit`: the editor.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a schedule in a grid.",
    discussion: """
      A file that does not exist yet begins with the built-in default and is created by the first \
      save. With no file, your default document is opened \
      ($XDG_DATA_HOME/setpoint/schedule.json). Press ? for the keys. Settings and keys of your own: \
      $XDG_CONFIG_HOME/setpoint/config.json.

      Examples:
        setpoint edit home.json --clock 12 --view list
        printf 'copy monday weekdays\\nsave\\n' | setpoint edit home.json --prompt
      """)

  @Argument(help: "The schedule file; your default document when left out.")
  var file: String?

  @OptionGroup var schedule: ScheduleOption

  @Option(help: "How times are written: 24 (18:30) or 12 (6:30p).")
  var clock: ClockStyle?

  @Option(help: "The colours: default, light, dark, high-contrast, mono, or a theme file.")
  var theme: String?

  @Option(help: "How the table is laid out: a layout file.")
  var layout: String?

  @Option(help: "week (days across) or list (a block for every day).", transform: Self.view)
  var view: GridArrangement?

  @Option(help: "The scale of a file that does not exist yet, F or C.")
  var unit = TemperatureUnit.fahrenheit

  @Flag(help: "Heed the mouse; the terminal's own selecting stops meanwhile.")
  var mouse = false

  @Flag(help: "Change nothing.")
  var readOnly = false

  @Flag(help: "Take commands line by line, without a screen.")
  var prompt = false

  @Option(
    help: "Wait up to this many seconds for another editor of the file to end.")
  var wait: Int?

  func validate() throws {
    if let wait, !(0...86_400).contains(wait) {
      throw ValidationError("--wait takes seconds, 0 to 86400")
    }
  }

  func run() throws {
    let path = file ?? Environment.defaultDocument
    guard !path.isEmpty, path != "-" else {
      Console.say("edit needs a file, not \(path.quoted())")
      throw ExitStatus.usage.exit
    }
    if file == nil { Folder.create(holding: path) }
    var options = EditorOptions(fileName: Self.lastPart(of: path))
    if readOnly { options.readOnlyReason = "opened read-only; nothing can be changed" }
    let session = try opened(path, &options)
    if session.file.document.isNew, !Folder.exists(holding: path) {
      Console.say("\(path.printable): cannot create: there is no such folder")
      throw ExitStatus.cannotCreate.exit
    }
    let contents = session.file.document.contents
    options.scheduleIndex = try schedule.schedule.map { _ in
      try session.file.scheduleIndex(schedule)
    }
    options.settings = try settings()
    options.exportFormats = DeviceFormats.all.map(\.id)
    let host = EditingHost(session)
    let outcome =
      try prompt ? runLineMode(contents, options, host) : runOnScreen(contents, options, host)
    session.close(discarding: outcome == .quit)
    try finish(outcome, path)
  }

  private func runOnScreen(
    _ contents: ScheduleCollection, _ options: EditorOptions, _ host: EditingHost
  ) throws -> EditorOutcome {
    let theme = options.settings.theme(named: options.settings.theme ?? "") ?? .standard
    let backend: CursesBackend
    do {
      backend = try CursesBackend(theme: theme)
    } catch {
      Console.say("\(error); --prompt works without a screen")
      throw ExitStatus.usage.exit
    }
    let editor = Editor(contents, options: options, on: backend, host: host)
    let outcome = editor.run()
    backend.close()
    return outcome
  }

  /// Runs without a screen. A line that could not be carried out makes the status 1, unless a person
  /// was there to see it.
  private func runLineMode(
    _ contents: ScheduleCollection, _ options: EditorOptions, _ host: EditingHost
  ) throws -> EditorOutcome {
    if host.recoverableEdits != nil {
      Console.say(
        "\(options.fileName.printable): an editor that died kept edits; setpoint recover lists, "
          + "applies or discards them")
      throw ExitStatus.problems.exit
    }
    let isInteractive = isatty(0) == 1
    let lines = LineMode(
      contents, options: options, host: host,
      readLine: { prompt in
        if isInteractive { Console.write(prompt, to: .output) }
        return readLine(strippingNewline: true)
      }, write: { Console.print($0) })
    let outcome = lines.run()
    let isWell = outcome == .quit || outcome == .endOfInput(unsaved: false)
    if lines.failureCount > 0, !isInteractive, isWell { throw ExitStatus.problems.exit }
    return outcome
  }

  /// The person's settings, with what the command line says over them.
  private func settings() throws -> EditorSettings {
    var settings = try SettingsFiles.settings()
    settings.clock = clock ?? settings.clock
    settings.view = view ?? settings.view
    settings.mouse = mouse || settings.mouse == true
    settings.layout = try (layout ?? settings.layoutPath).map(SettingsFiles.layout)
    settings.theme = theme ?? settings.theme
    if let name = settings.theme, settings.theme(named: name) == nil {
      let own = try SettingsFiles.theme(name)
      settings.themes.append(own)
      settings.theme = own.name
    }
    return settings
  }

  /// Opens the document, or begins one where there is no file; where somebody else edits it, only to
  /// look at it.
  private func opened(_ path: String, _ options: inout EditorOptions) throws -> EditingSession {
    let access: SessionAccess =
      readOnly ? .readOnly : wait.map { .wait(.seconds($0)) } ?? .edit
    do throws(SessionError) {
      return try EditingSession(opening: path, new: .standard(unit), access: access)
    } catch {
      guard case .held(let holder) = error else { throw Self.reported(error, path) }
      let name = holder?.description ?? "another program"
      options.readOnlyReason = "read-only: being edited by \(name)"
    }
    do throws(SessionError) {
      return try EditingSession(opening: path, new: .standard(unit), access: .readOnly)
    } catch {
      throw Self.reported(error, path)
    }
  }

  private static func reported(_ error: SessionError, _ path: String) -> ExitCode {
    switch error {
    case .document(let error): return error.reported(path)
    case .held(let holder):
      Console.say("\(path.printable): being edited by \(holder?.description ?? "another program")")
      return ExitStatus.cannotCreate.exit
    }
  }

  private func finish(_ outcome: EditorOutcome, _ path: String) throws {
    switch outcome {
    case .quit: return
    case .endOfInput(let unsaved):
      // For lines from a script, the end of the input is an end like any other.
      if prompt && !unsaved { return }
      if unsaved { Self.sayUnsaved("the input ended", path) }
      throw ExitStatus.inputOutput.exit
    case .terminated(let number, let unsaved):
      if unsaved { Self.sayUnsaved("ended by a signal", path) }
      // End as the signal would have, so that whoever sent it sees that it worked.
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  private static func sayUnsaved(_ reason: String, _ path: String) {
    Console.say(
      "\(path.printable): \(reason); edits were not saved, but kept: setpoint edit brings them back"
    )
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func view(_ name: String) throws -> GridArrangement {
    switch name {
    case "week": return .across
    case "list": return .list
    default: throw ValidationError("\(name.quoted()) is no view; use week or list")
    }
  }
}
