import ArgumentParser
import CLibrary
import DeviceFormats
import Diagnostics
import Reporting
import ScheduleEditor
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText
import Terminal
import TwoWayTable

struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a schedule in a grid.",
    discussion: """
      A new file starts with the default schedule and is created by the first save. Without a file, opens \
      your default document ($XDG_DATA_HOME/setpoint/schedule.json). ? shows the keys. Settings and key \
      bindings are in $XDG_CONFIG_HOME/setpoint/config.json.

      Examples:
        setpoint edit home.json --clock 12 --view list
        printf 'copy monday weekdays\\nsave\\n' | setpoint edit home.json --prompt
      """)

  @Argument(document: "The schedule file") var file: String?

  @Option(parsing: .unconditional, help: .schedule, completion: .schedules) var schedule: String?

  @Option(help: "Clock (default: your locale's)")
  var clock: ClockStyle?

  @Option(help: "A theme: built-in, a file, or a name.", completion: .themes)
  var theme: String?

  @Option(help: "A layout: a file or a name.", completion: .layouts)
  var layout: String?

  @Option(help: "A line or a block per day")
  var view: ViewChoice?

  @Option(help: "The first day of the week.")
  var firstDay: Weekday?

  @Option(help: "The unit of a new file.")
  var unit: TemperatureUnit?

  @Option(help: "Check values against the limits of this device.", completion: .devices)
  var device: String?

  @Flag(help: "Turn the mouse on.")
  var mouse = false

  @Flag(help: "Open the file read-only.")
  var readOnly = false

  @Flag(help: "Read commands line by line, without a screen.")
  var prompt = false

  @Option(
    help: "Seconds to wait for another editor (default: none).",
    transform: Int.typed(0...86_400, of: "seconds"))
  var wait: Int?

  func validate() throws {
    try refuse(
      if: firstDay != nil && layout != nil,
      "--first-day cannot be combined with --layout, which sets the order")
    try refuse(
      if: prompt && (mouse || theme != nil || view != nil),
      "--mouse, --theme and --view require a screen; omit --prompt")
    try refuse(if: readOnly && wait != nil, "--read-only opens the file at once; omit --wait")
  }

  func run() throws {
    let path = file ?? Folder.defaultDocument
    guard !path.isEmpty, path != "-" else {
      throw Failure(.usage, "edit needs a file, not \(path.quoted())")
    }
    if FileReading.isFolder(at: path) {
      throw Failure(
        .noInput,
        "\(path): cannot read: is a directory; `setpoint list \(path.fileWord)` lists its files")
    }
    if let device { _ = try Failure.usage(try DeviceFormats.found(device)) }
    if file == nil { Folder.create(holding: path) }
    var options = EditorOptions(fileName: FilePath.split(path).name)
    if readOnly { options.readOnlyReason = "opened read-only; nothing can be changed" }
    let session = try opened(path, &options)
    if session.file.document.isNew, !Folder.exists(holding: path) {
      throw Failure(FileError.call(.create, path: path, .missing), about: path)
    }
    options.isNew = session.file.document.isNew
    if !options.isNew, options.readOnlyReason == nil { Self.notePermissions(of: path, &options) }
    let contents = session.file.contents
    if let unit, unit != contents.unit {
      throw Failure(
        .usage,
        "\(path) exists, and --unit is only for new files; `setpoint set \(path.fileWord) unit=\(unit.rawValue)` "
          + "converts it")
    }
    options.scheduleIndex = try schedule.map { try session.file.scheduleIndex(named: $0) }
    options.settings = try mergedSettings()
    options.device = device
    options.rules = try ProjectFinder(reading: [path]).options(forFile: path)
    options.homeFolder = Environment["HOME"]
    // The name of the default document does not show its place.
    if file == nil { options.savedName = path }
    options.history = session.history
    let host = EditingHost(session)
    let (ending, isModified, failures) =
      try prompt
      ? runLineMode(contents, options, host, path) : runOnScreen(contents, options, host)
    let (isUnsaved, isKept) = (ending != .quit && isModified, session.keepsEdits)
    session.close(discarding: !isUnsaved)
    if prompt, standard_input_failed() != 0 {
      throw Failure(.inputOutput, "standard input: cannot read")
    }
    try finish(ending, isUnsaved, path, isKept)
    if failures > 0 { throw Failure(.problems) }
  }

  /// How the editor ended, whether there were edits that were not saved, and how many lines failed: 0 on a terminal,
  /// where the user has seen the errors.
  private typealias Outcome = (AppEnding, isModified: Bool, failures: Int)

  private func runOnScreen(
    _ contents: Contents, _ options: EditorOptions, _ host: EditingHost
  ) throws -> Outcome {
    let backend: TerminalSession
    do {
      backend = try TerminalSession(theme: options.settings.chosenTheme)
    } catch {
      throw Failure(.usage, "\(error); --prompt works without a screen")
    }
    let editor = Editor(contents, options: options, on: backend, host: host)
    let ending = editor.run()
    backend.close()
    return (ending, editor.state.isModified, 0)
  }

  private func runLineMode(
    _ contents: Contents, _ options: EditorOptions, _ host: EditingHost, _ path: String
  ) throws -> Outcome {
    if host.recoverableEdits != nil {
      throw Failure(.problems, FoundJournal.advice(path, refused: "not opened: "))
    }
    for fallback in Fallback.takeUnreported() { Console.say("\(fallback)") }
    let isInteractive = isatty(0) == 1
    let terminal = isInteractive && Console.isTerminal(.output) ? try? LineTerminal() : nil
    defer { terminal?.close() }
    let lines = LineMode(
      contents, options: options, host: host,
      readLine: { prompt, completions in
        if let terminal { return terminal.readLine(prompt, completions: completions) }
        if isInteractive { Console.write(prompt, to: .output) }
        return readLine(strippingNewline: true).map { .line($0) } ?? .end
      },
      write: { text in
        let lines = Console.wrapped(text.inLocale, for: .output)
        if let terminal {
          terminal.write(lines.printableLines + "\n")
        } else {
          Console.print(lines)
        }
      })
    let ending = lines.run()
    return (ending, lines.state.isModified, isInteractive ? 0 : lines.failureCount)
  }

  /// The user's settings, overridden by options.
  private func mergedSettings() throws -> EditorSettings {
    var settings = try SettingsFiles.settings()
    settings.view = view ?? settings.view
    settings.mouse = mouse || settings.mouse == true
    settings.layout = try (layout ?? settings.layoutPath).map {
      try SettingsFiles.layout($0, at: layout == nil ? settings.layoutLocation : nil)
    }
    let habits = RegionalHabits.current
    settings.clock = clock ?? settings.clock ?? settings.layout?.clock ?? habits.clock
    if let layout = settings.layout {
      settings.layout = firstDay.map(layout.beginning) ?? layout
    } else if let day = firstDay ?? habits.firstDay, day != .monday {
      settings.layout = .week.beginning(on: day)
    }
    // Without a screen, there are no colours.
    if prompt { return settings }
    settings.theme = theme ?? settings.theme
    for name in SettingsFiles.names(in: "themes") {
      let own = Result { () throws(Failure) in try SettingsFiles.theme(name, at: nil) }
      let folder = "\(Folder.settings.printable)/themes/"
      settings.add(
        own.mapError { Refusal($0.reason.replacing(folder, with: "")) }, named: name)
    }
    if let name = settings.theme, settings.theme(named: name) == nil {
      let place = theme == nil ? settings.themeLocation : nil
      settings.add(.success(try SettingsFiles.theme(name, at: place)), named: name)
    }
    return settings
  }

  /// Opens the document, or begins a new one for a missing file; read-only if another editor has it open.
  private func opened(_ path: String, _ options: inout EditorOptions) throws -> EditingSession {
    let unit = unit ?? RegionalHabits.current.unit ?? .fahrenheit
    let access: SessionAccess = readOnly ? .readOnly : .edit(waiting: .seconds(wait ?? 0))
    do throws(FileError) {
      return try EditingSession(opening: path, new: .standard(unit), access: access)
    } catch {
      switch error {
      case .held: options.isHeldElsewhere = true
      case .call(.lock, _, _): break
      default: throw Failure(error, about: path)
      }
      options.readOnlyReason = "read-only: \(error)"
    }
    return try Failure.about(path) {
      try EditingSession(opening: path, new: .standard(unit), access: .readOnly)
    }
  }

  /// Warns at start if the file or its folder cannot be written. For a link, the folder of its target is unknown.
  private static func notePermissions(of path: String, _ options: inout EditorOptions) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    if path.withFileName({ access($0, W_OK) }) != 0 {
      options.readOnlyReason = "read-only: you do not have permission to write the file"
      options.notice = options.readOnlyReason
    } else if FilePath.split(path).folder.withFileName({ access($0, W_OK) }) != 0 {
      options.notice = "the folder is not writable; a save asks whether to write into the file"
    }
  }

  private func finish(
    _ ending: AppEnding, _ isUnsaved: Bool, _ path: String, _ isKept: Bool
  ) throws {
    switch ending {
    case .quit: break
    case .endOfInput:
      if isUnsaved { throw Failure(.inputOutput, Self.unsaved("the input ended", path, isKept)) }
      // For a script, the end of the input is a normal end.
      if !prompt { throw Failure(.inputOutput) }
    case .terminated(let number):
      if isUnsaved {
        writeLastWords(Console.message(Self.unsaved("ended by a signal", path, isKept)))
      }
      // Re-raise the signal, so that its sender sees the usual status.
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  private static func unsaved(_ reason: String, _ path: String, _ isKept: Bool) -> String {
    "\(path): \(reason); edits were not saved, "
      + (isKept
        ? "but kept (`setpoint recover \(path.fileWord)` lists them)" : "and could not be kept")
  }
}

extension ViewChoice: ExpressibleByArgument {}
