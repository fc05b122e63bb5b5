import ArgumentParser
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleText

struct FormatCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Rewrite schedule files in canonical form, one line per period.",
    discussion: """
      Changes only spaces, line ends and the order of known members; numbers, strings and unknown members \
      keep their spelling. Accepts files that break rules, but only schedule files of a known version.

      Examples:
        setpoint format --check schedules/*.json
        setpoint format --ndjson < fleet.ndjson
      """)

  @Argument(documents: "Files and folders, or -") var files: [String] = []

  @Flag(help: "List files that would change; exit with 1.")
  var check = false

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @OptionGroup var writing: WritingOptions

  @Option(help: "Colours") var color = ColorChoice.auto

  func validate() throws {
    try stream.check(files, isDry: dryRun)
    try writing.refuse(where: stream.ndjson, "--ndjson writes to standard output")
    try writing.refuse(where: check, "--check writes nothing")
    try writing.refuse(on: files == ["-"] ? "-" : nil)
  }

  func run() throws {
    if stream.ndjson { return try stream.run(files) { RecordFormat(name: $0, onlyChecks: check) } }
    var wouldChange = false
    let onlyNames = check || dryRun
    try ManyFiles(files).forEach(onlyNames ? "would be reformatted" : "reformatted") { file in
      let isDifferent = try DocumentLock.whileLocked(file, forChange: !onlyNames) {
        try format(file)
      }
      wouldChange = wouldChange || isDifferent && check
      return isDifferent
    }
    if wouldChange { throw Failure(.problems) }
  }

  /// Formats one file; returns whether its text changes.
  private func format(_ file: String) throws -> Bool {
    let bytes = try FileReading.bytes(at: file, ofFilesAlone: !check && file != "-")
    let formatted = try CanonicalText.formatted(schedule: bytes, file: file)
    // A stream is judged by the scanner alone.
    do throws(JSONSyntaxError) {
      try JSONText.load(bytes)
    } catch {
      throw Failure(.unreadableData, "\(file): \(error.message)")
    }
    if check || dryRun {
      guard formatted != bytes else { return false }
      if dryRun, file != "-" {
        try AtomicFile.write(formatted, to: file, policy: writing.policy, isDry: true)
      }
      Console.print("\(file.printable): would be reformatted")
    } else if file == "-" {
      Console.writeFile(formatted)
    } else if formatted != bytes {
      try AtomicFile.write(
        formatted, to: file, existing: .replaceText(bytes), policy: writing.policy)
      HistoryFile(of: CompanionFile(of: file)).add("format", from: bytes, to: formatted)
    }
    return formatted != bytes
  }
}
