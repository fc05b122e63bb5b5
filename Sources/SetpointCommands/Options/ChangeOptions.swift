import ArgumentParser
import ScheduleFiles
import ScheduleModel

/// The options of commands that change cells of files, and how they carry a change out.
struct ChangeOptions: ParsableArguments {
  @Flag(name: [.long, .customShort("n")], help: "Write nothing; print what would change.")
  var dryRun = false

  @OptionGroup var words: EachOption

  @OptionGroup var writing: WritingOptions

  /// Refuses options that would do nothing for `files`, and standard input beside other files.
  func check(_ files: [String]) throws {
    try writing.refuse(where: files.contains("-"), "- is standard output")
    try writing.refuse(where: dryRun, "--dry-run writes nothing")
    if files.count > 1 && files.contains("-") {
      throw ValidationError("- does not go with other files")
    }
  }

  /// What the options say.
  var request: ChangeRequest {
    ChangeRequest(dryRun: dryRun, each: words.each, policy: writing.policy)
  }
}

/// How a change of cells is carried out.
struct ChangeRequest: Sendable {
  /// Whether nothing is written, and what would change is printed.
  var dryRun = false
  /// Whether what is alike on several days is said cell by cell.
  var each = false
  var policy = AtomicFile.Policy.careful

  /// Lets `body` change the documents of `files`, and says what changed.
  ///
  /// - Throws: `Failure`.
  func carryOut(
    on files: [String], _ body: (inout DocumentFile) throws -> ScheduleDiff
  ) throws {
    let files = ManyFiles(files)
    var changes = AlikeFiles()
    defer {
      for line in changes.lines(naming: files.areSeveral) {
        if dryRun { Console.print(line) } else { Console.say(line) }
      }
    }
    try files.forEach(dryRun ? "would be changed" : "changed") { path in
      let difference: ScheduleDiff
      if dryRun {
        var file = try DocumentFile.open(path)
        difference = try body(&file)
      } else {
        difference = try DocumentFile.change(path, policy, body)
      }
      changes.add(difference.lines(each: each), of: path)
      return !difference.changes.isEmpty
    }
  }
}
