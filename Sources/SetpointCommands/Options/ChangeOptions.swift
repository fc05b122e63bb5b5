import ArgumentParser
import ScheduleFiles

/// The options of commands that change cells.
struct ChangeOptions: ParsableArguments {
  @OptionGroup var dry: DryRunOption

  @Option(
    help: "Continue an interrupted command after this file.",
    completion: .file())
  var after: String?

  @OptionGroup var words: EachOption

  @OptionGroup var writing: WritingOptions

  /// Throws for options without effect on `files`, and for standard input among other files.
  func check(_ files: [String]) throws {
    try writing.refuse(where: files.contains("-"), "- is standard output")
    try writing.refuse(where: dry.dryRun, "--dry-run writes nothing")
    if files.count > 1 && files.contains("-") {
      throw ValidationError("- cannot be combined with other files")
    }
  }

  /// Runs `body` on the documents of `files`, and prints the lines that it returns. Each change is a step of a history.
  ///
  /// - Throws: `Failure`.
  func carryOut(
    on files: [String], step: String, _ body: (inout DocumentFile) throws -> [String]
  ) throws {
    var files = ManyFiles(files, isResumable: true)
    if let after { try files.resume(after: after) }
    var changes = AlikeFiles()
    defer { dry.report(changes.lines(naming: files.areSeveral)) }
    try files.forEach(dry.dryRun ? "would be changed" : "changed") { path in
      let lines = try DocumentFile.change(
        path, writing.policy, isDry: dry.dryRun, step: step, body)
      changes.add(lines, of: path)
      return !lines.isEmpty
    }
  }
}
