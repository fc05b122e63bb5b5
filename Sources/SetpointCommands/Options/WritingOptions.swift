import ArgumentParser
import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleText

/// The options of commands that write to a file which is there.
struct WritingOptions: ParsableArguments {
  @Flag(
    name: .customLong("in-place"),
    help: ArgumentHelp(
      "Write into the file itself.",
      discussion: """
        Keeps its other names (hard links) and needs no writable folder, but is not atomic: a crash \
        in the middle leaves a part.
        """))
  var inPlace = false

  @Flag(
    name: .customLong("break-links"),
    help: "Replace a file that has other names (hard links), which keep the old text.")
  var breakLinks = false

  func validate() throws {
    if inPlace && breakLinks {
      throw ValidationError("--in-place and --break-links exclude each other")
    }
  }

  /// Makes sure that the options are not given where no file is written, so that they would do
  /// nothing; `reason` says why none is.
  func refuse(where writesNoFile: Bool, _ reason: String) throws {
    if writesNoFile && (inPlace || breakLinks) {
      throw ValidationError("--in-place and --break-links do nothing here: \(reason)")
    }
  }

  /// What the options ask for.
  var policy: AtomicFile.Policy { inPlace ? .inPlace : breakLinks ? .breakLinks : .careful }
}

extension DocumentFile {
  /// Opens a document, lets `body` change it and saves it, while nobody else changes it.
  ///
  /// What came from standard input goes to standard output.
  ///
  /// - Throws: `Failure`.
  static func change<Result>(
    _ path: String, _ options: WritingOptions,
    _ body: (inout DocumentFile) throws -> Result
  ) throws -> Result {
    try change(path, options.policy, body)
  }

  /// The same, written as `policy` says.
  static func change<Result>(
    _ path: String, _ policy: AtomicFile.Policy,
    _ body: (inout DocumentFile) throws -> Result
  ) throws -> Result {
    try Failure.about(path) {
      try DocumentLock.whileLocked(path) {
        var file = try DocumentFile(opening: path, forChange: true)
        let result = try body(&file)
        do {
          if path == "-" {
            Console.writeFile(try file.document.text(file: path))
          } else {
            try file.save(policy: policy)
          }
        } catch  where file.document.isTooLarge {
          throw Failure(
            .cannotCreate,
            "\(path): it would be larger than \(JSONLimits.sizeText); nothing was written")
        }
        return result
      }
    }
  }
}

extension ScheduleDocument {
  /// Whether its text would be larger than what is read again.
  fileprivate var isTooLarge: Bool {
    textEdits().applied(to: original).count > JSONLimits.size
  }
}
