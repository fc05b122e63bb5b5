import ArgumentParser
import Diagnostics
import ScheduleFiles

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

  /// What the options ask for.
  var policy: AtomicFile.Policy { inPlace ? .inPlace : breakLinks ? .breakLinks : .careful }
}

extension DocumentFile {
  /// Opens a document, lets `body` change it and saves it, while nobody else changes it; says why
  /// not and ends the command.
  ///
  /// A save that fails is told after what `body` has said. What came from standard input goes to
  /// standard output.
  static func change<Result>(
    _ path: String, _ options: WritingOptions,
    _ body: (inout DocumentFile) throws -> Result
  ) throws -> Result {
    let lock = try lockOrFail(path)
    defer { withExtendedLifetime(lock) {} }
    var file = try open(path)
    let result = try body(&file)
    if path == "-" {
      do {
        Console.write(try file.document.text(file: path), to: .output)
      } catch {
        throw DocumentFileError.content(error).reported(path)
      }
      return result
    }
    do {
      try file.save(policy: options.policy)
    } catch {
      throw error.reported(path)
    }
    return result
  }

  /// Locks a document for a change, or says who has it and ends the command.
  static func lockOrFail(_ path: String) throws -> DocumentLock? {
    do {
      return try DocumentLock.writing(path)
    } catch {
      throw error.reported(path)
    }
  }
}

extension SystemError {
  /// What else can be done, for the person who gave the command; empty where nothing can.
  var advice: String {
    switch operation {
    case .linked:
      "; --in-place writes to all of them, --break-links replaces this one"
    case .folder: "; --in-place writes into the file itself, not atomically"
    default: ""
    }
  }
}
