import Diagnostics
import ScheduleFiles
import ScheduleText
import CLibrary

/// The file that a command writes its result to.
///
/// A file that is there is replaced only with `--force`, and one that the command has read is not
/// replaced even then: a slip of the hand must not cost a schedule.
struct OutputFile {
  /// The file; nil and `-` for standard output.
  let path: String?
  /// Whether `--force` was given.
  let isForced: Bool
  /// The files that the command has read.
  let inputs: ReadFiles
  /// Whether only the name is printed (`--dry-run`).
  var isDry = false

  /// Writes the result, atomically where it goes to a file.
  ///
  /// Pipes and devices hold nothing that could be lost, and take the bytes as they come.
  ///
  /// - Throws: `Failure`.
  func write(_ bytes: [UInt8]) throws {
    guard let path, path != "-" else { return Console.writeFile(bytes) }
    let kind = (Self.status(of: path)?.st_mode ?? S_IFREG) & S_IFMT
    if kind == S_IFIFO || kind == S_IFCHR { return try Self.write(bytes, through: path) }
    try refuseInputs()
    if isDry {
      guard isForced || !Self.exists(path) else {
        throw Failure(.cannotCreate, "\(path): file exists; --force replaces it")
      }
      return Console.print("\(path.printable): would be written")
    }
    do throws(FileError) {
      try AtomicFile.write(
        bytes, to: path, existing: isForced ? .replace : .refuse,
        policy: isForced ? .breakLinks : .careful)
    } catch {
      let advice = error.failure == .exists && kind == S_IFREG ? "; --force replaces it" : ""
      throw Failure(error, output: path, advice: advice)
    }
  }

  /// Makes sure that the file is none of those that were read.
  ///
  /// - Throws: `Failure`.
  func refuseInputs() throws(Failure) {
    guard let path, inputs.contains(path) else { return }
    throw Failure(.cannotCreate, "\(path): not written: it is a file that was read")
  }

  /// Whether two names lead to one file, by links too; `-` is standard input.
  static func areSame(_ first: String, _ second: String) -> Bool {
    guard let first = FileIdentity(of: first) else { return false }
    return first == FileIdentity(of: second)
  }

  /// Whether what is written under a name stands where a file does, or would stand if it were there.
  static func lead(_ path: String, to file: String) -> Bool {
    areSame(path, file) || FilePath.areSame(path, file)
  }

  /// Whether something is there under that name.
  static func exists(_ path: String) -> Bool { status(of: path) != nil }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func write(_ bytes: [UInt8], through path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw Failure(FileError.call(.create, path: path, CallFailure(errno)), about: path)
    }
    defer { close(descriptor) }
    let isTerminal = isatty(descriptor) == 1
    let shown =
      isTerminal ? Array(String(decoding: bytes, as: UTF8.self).printableLines.utf8) : bytes
    try Failure.about(path) {
      try AtomicFile.writeAll(shown, to: descriptor, path: path)
    }
  }
}
