import ArgumentParser

/// `setpoint format`: rewrites files in canonical form.
struct FormatCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Rewrite schedule files in canonical form, one line per period.",
    discussion: """
      Only blanks, line ends and the order of known members change; numbers, strings and unknown \
      members keep their spelling. Rules may be broken, but a file that is no schedule file of a known \
      version is refused.

      Examples:
        setpoint format --check schedules/*.json
        setpoint format --ndjson - < fleet.ndjson
      """)

  @Argument(
    help: "Schedule files and folders; - reads standard input and writes standard output.",
    completion: .file())
  var files: [String]

  @Flag(help: "Write nothing; name the files that would change and exit with status 1.")
  var check = false

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @OptionGroup var writing: WritingOptions

  @OptionGroup var color: ColorOption

  func validate() throws {
    try stream.check(files)
    try writing.refuse(where: stream.ndjson, "--ndjson writes to standard output")
    try writing.refuse(where: check, "--check writes nothing")
    try writing.refuse(where: files == ["-"], "- is standard output")
  }

  var planned: FormatRun {
    FormatRun(files: files, check: check, stream: stream.request, policy: writing.policy)
  }
}
