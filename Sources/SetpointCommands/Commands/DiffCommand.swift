import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleText

/// `setpoint diff`: compares two documents cell by cell.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two schedule files cell by cell.",
    discussion: """
      Schedules are matched by name, of what is left by what they hold; two files with one schedule \
      each are compared whatever the names. Names, notes, devices, the order of the schedules and \
      members that setpoint does not know are compared, too. Temperatures are shown in the scale of \
      the first file. Exit status 1 when anything differs.

      Example:
        setpoint diff winter.json summer.json

      For git, which then shows a changed row as one line:
        echo '?*.setpoint.json diff=setpoint' >> .gitattributes
        git config diff.setpoint.textconv 'setpoint diff --textconv'
      """)

  @Argument(help: "The first file, - for standard input.", completion: .file())
  var a: String

  @Argument(help: "The second file, - for standard input.", completion: .file())
  var b: String?

  @Flag(
    help: "Print one file as lines that git can compare; what is no schedule stays as it is.")
  var textconv = false

  @Option(help: "The form of the result.")
  var format = ResultFormat.text

  @OptionGroup var color: ColorOption

  func validate() throws {
    if textconv && (b != nil || format != .text) {
      throw ValidationError("--textconv takes one file, and prints text")
    }
    if words.each && (textconv || format != .text) {
      throw ValidationError("--each goes with the differences as text")
    }
    if !textconv && b == nil { throw ValidationError("Missing expected argument '<b>'") }
  }

  @OptionGroup var words: EachOption

  func run() throws {
    guard !textconv, let b else { return try convert() }
    let old = try DocumentFile.open(a).document.contents
    let new = try DocumentFile.open(b).document.contents
    let diff = ContentsDiff(from: old, to: new, pairingSingles: true)
    switch format {
    case .text: Console.write(diff.lines(each: words.each).map { $0 + "\n" }.joined(), to: .output)
    case .json: Console.print(DifferenceResult.json(diff.differences))
    }
    if !diff.differences.isEmpty { throw Failure(.problems) }
  }

  /// git gives up on a whole log where the program that it asks fails once.
  private func convert() throws {
    let bytes = try Failure.about(a) { try FileReading.bytes(at: a) }
    guard let document = try? ScheduleDocument(reading: bytes, file: a) else {
      return Console.writeFile(bytes)
    }
    Console.writeFile(Array(TextconvResult.text(of: document.contents).utf8))
  }
}
