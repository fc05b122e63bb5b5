import ArgumentParser
import ScheduleRules

/// `setpoint validate`: checks files as a compiler checks source.
struct ValidateCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check schedule files: file, line, column, rule code, one sentence.",
    discussion: """
      Findings go to standard output in the order of the inputs. Exit status 1 when an error was \
      found (a warning with --strict), 66 when an input does not exist; the format never changes it. \
      `setpoint rule CODE` explains a rule. A .setpoint.json in a file's folder or above it sets \
      options for the project.

      Examples:
        setpoint validate --strict schedules/
        setpoint validate --fix home.json
        git ls-files '*.json' | setpoint validate --files-from - --format github
        setpoint validate --ndjson --summary < fleet.ndjson
      """)

  @Argument(
    help: "Files, folders (all *.json below), - for standard input; else your default document.",
    completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Rules") var rules: CheckOptionGroup

  @Option(help: "The form of the findings; text when left out, jsonl with --ndjson.")
  var format: ReportFormat?

  @OptionGroup var words: EachOption

  @Flag(help: "Print how often each rule was broken, and no findings.")
  var statistics = false

  @Flag(help: "Apply safe fixes; with -, the repaired text goes to standard output.")
  var fix = false

  @Flag(help: "With --fix or --diff: unsafe fixes too.")
  var unsafe = false

  @Flag(help: "Print what --fix would change as a unified diff; exit status 1 if anything.")
  var diff = false

  @Option(
    help: "A file with further names, a line each or with a NUL behind each; - for standard input.",
    completion: .file())
  var filesFrom: String?

  @Option(
    help: "How findings name standard input, and where its project is looked for.",
    completion: .file())
  var stdinFilename: String?

  @Flag(help: "With --ndjson: print every record with its findings.")
  var annotate = false

  @Flag(help: "With --ndjson: print counts only.")
  var summary = false

  @Flag(help: "Look for no .setpoint.json; only the command line says what is checked.")
  var isolated = false

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @OptionGroup(title: "Writing") var writing: WritingOptions

  @OptionGroup var color: ColorOption

  func validate() throws {
    if fix && diff { throw ValidationError("--fix and --diff exclude each other") }
    if unsafe && !fix && !diff { throw ValidationError("--unsafe goes with --fix or --diff") }
    if (annotate || summary) && !ndjson {
      throw ValidationError("--annotate and --summary go with --ndjson")
    }
    if annotate && summary { throw ValidationError("--annotate and --summary exclude each other") }
    if ndjson && diff { throw ValidationError("--ndjson does not go with --diff") }
    if ndjson && fix && (annotate || summary) {
      throw ValidationError("--ndjson with --fix does not go with --annotate or --summary")
    }
    if ndjson && (statistics || format != nil && format != .jsonl) {
      throw ValidationError("--ndjson reports JSON Lines; --summary counts")
    }
    if words.each && (ndjson || statistics || diff || (format ?? .text) != .text) {
      throw ValidationError("--each goes with the findings as text")
    }
    if format != nil && (statistics || diff) {
      throw ValidationError(
        "--format does not go with --statistics or --diff, which have their own")
    }
    if statistics && diff { throw ValidationError("--statistics and --diff exclude each other") }
    try writing.refuse(where: !fix || ndjson, "they go with --fix, which writes into files")
  }

  private var ndjson: Bool { stream.ndjson }

  var planned: ValidateRun {
    ValidateRun(
      files: files, rules: rules.request, format: format, each: words.each, statistics: statistics,
      fix: fix, unsafe: unsafe, diff: diff, filesFrom: filesFrom, stdinFilename: stdinFilename,
      annotate: annotate, summary: summary, isolated: isolated, stream: stream.request,
      policy: writing.policy)
  }
}
