import ArgumentParser
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
      ($XDG_DATA_HOME/setpoint/schedule.json). Press ? for the keys.

      Example:
        setpoint edit home.json --clock 12
      """)

  @Argument(help: "The schedule file; your default document when left out.")
  var file: String?

  @OptionGroup var schedule: ScheduleOption

  @Option(help: "How times are written: 24 (18:30) or 12 (6:30p).")
  var clock = ClockStyle.twentyFourHour

  @Option(help: "The colours: default or mono.", transform: Self.theme(named:))
  var theme = Theme.standard

  @Option(help: "The scale of a file that does not exist yet, F or C.")
  var unit = TemperatureUnit.fahrenheit

  @Flag(help: "Change nothing.")
  var readOnly = false

  func run() throws {
    let path = file ?? Environment.defaultDocument
    let session = try opened(path)
    if session.recovery != nil {
      Console.say(
        "\(path.printable): an editor that died kept edits; `setpoint recover` lists, applies or "
          + "discards them")
      throw ExitStatus.problems.exit
    }
    var options = EditorOptions(fileName: Self.lastPart(of: path))
    options.scheduleIndex = try session.file.scheduleIndex(schedule)
    options.clock = clock
    options.isReadOnly = session.isReadOnly
    let state = EditorState(session.file.document.contents, options: options)
    let backend: CursesBackend
    do {
      backend = try CursesBackend(theme: theme)
    } catch {
      Console.say("\(error)")
      throw ExitStatus.usage.exit
    }
    let editor = Editor(
      state, on: backend, save: { Self.save($0, in: session) },
      record: { try? session.record($0) })
    let outcome = editor.run()
    backend.close()
    session.close(discarding: outcome == .quit)
    try finish(outcome, path)
  }

  /// Opens the document, or begins one where there is no file; says who has it.
  private func opened(_ path: String) throws -> EditingSession {
    do {
      return try EditingSession(
        opening: path, new: .standard(unit), access: readOnly ? .readOnly : .edit)
    } catch .held(let holder) {
      Console.say(
        "\(path.printable): being edited by \(holder?.description ?? "another program")")
      throw ExitStatus.cannotCreate.exit
    } catch .document(let error) {
      throw error.reported(path)
    }
  }

  /// Saves; returns why it failed. The folder of the default document is made when it is missing.
  private static func save(
    _ contents: ScheduleCollection, in session: EditingSession
  ) -> String? {
    do {
      if session.file.document.isNew { Folder.create(holding: session.file.path) }
      try session.save(contents)
      return nil
    } catch .failed(let error) {
      return error.reason
    } catch {
      return "the file was changed by another program"
    }
  }

  private func finish(_ outcome: EditorOutcome, _ path: String) throws {
    switch outcome {
    case .quit: return
    case .endOfInput(let unsaved):
      if unsaved { Console.say("\(path.printable): the terminal closed; edits were not saved") }
      throw ExitStatus.inputOutput.exit
    case .terminated(let number, let unsaved):
      if unsaved { Console.say("\(path.printable): ended by a signal; edits were not saved") }
      // End as the signal would have, so that whoever sent it sees that it worked.
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
  private static func theme(named name: String) throws -> Theme {
    guard let theme = Theme.builtIn.first(where: { $0.name == name }) else {
      throw ValidationError("there is no theme \(name.quoted()); use default or mono")
    }
    return theme
  }
}
