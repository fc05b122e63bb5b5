import ArgumentParser

/// `setpoint diff`: compares two documents cell by cell.
struct DiffCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two schedule files cell by cell.",
    discussion: """
      Schedules are matched by name, of what is left by what they hold; two files with one schedule \
      each are compared whatever the names. Names, notes, devices, the order of the schedules and \
      members that setpoint does not know are compared, too. Temperatures are shown in the scale of \
      the first file. Exit status 1 when anything differs.

      Of two folders the files with the same path are compared, of a folder and a file the one of \
      that name; files whose differences are the same share their lines.

      Examples:
        setpoint diff winter.json summer.json
        setpoint diff winter/ summer/
        setpoint diff --ndjson --envelope pairs.ndjson

      For git, which then shows a changed row as one line:
        echo '?*.setpoint.json diff=setpoint' >> .gitattributes
        git config diff.setpoint.textconv 'setpoint diff --textconv --'
      """)

  @Argument(help: "The first file or folder, - for standard input.", completion: .file())
  var a: String

  @Argument(help: "The second file or folder, - for standard input.", completion: .file())
  var b: String?

  @Flag(
    help: "Print one file as lines that git can compare; what is no schedule stays as it is.")
  var textconv = false

  @Option(help: "The form of the result.")
  var format = ResultFormat.text

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @OptionGroup var color: ColorOption

  func validate() throws {
    try stream.check([])
    if stream.ndjson {
      if b != nil || textconv || format != .text || words.each {
        throw ValidationError("--ndjson takes one file of pairs, and prints JSON Lines")
      }
      return
    }
    if textconv && (b != nil || format != .text) {
      throw ValidationError("--textconv takes one file, and prints text")
    }
    if words.each && (textconv || format != .text) {
      throw ValidationError("--each goes with the differences as text")
    }
    if !textconv && b == nil { throw ValidationError("Missing expected argument '<b>'") }
  }

  @OptionGroup var words: EachOption

  var planned: DiffRun {
    DiffRun(
      a: a, b: b, textconv: textconv, format: format, each: words.each, stream: stream.request)
  }
}
