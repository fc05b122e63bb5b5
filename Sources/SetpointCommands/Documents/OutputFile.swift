import Diagnostics
import ScheduleFiles
import CLibrary

/// The output file of a command.
///
/// An existing file is overwritten only with `--force`, and an input file never.
struct OutputFile {
  /// The path; nil and `-` for standard output.
  let path: String?
  /// Whether `--force` was given.
  let isForced: Bool
  /// The input files of the command, which must not be overwritten under any name.
  let inputs: Set<FileIdentity>
  /// Whether to print only the name (`--dry-run`).
  var isDry = false

  /// Writes the result, atomically for a file.
  ///
  /// Pipes and devices are written directly.
  ///
  /// - Throws: `Failure`.
  func write(_ bytes: [UInt8]) throws {
    guard let path, path != "-" else { return Console.writeFile(bytes) }
    let kind = (Self.status(of: path)?.st_mode ?? S_IFREG) & S_IFMT
    if kind == S_IFIFO || kind == S_IFCHR { return try Self.write(bytes, through: path) }
    try refuseInputs()
    if isDry {
      guard isForced || !Self.exists(path) else {
        throw Failure(.cannotCreate, "\(path): file exists (use --force to overwrite)")
      }
      return Console.print("\(path.printable): would be written")
    }
    do throws(FileError) {
      try AtomicFile.write(
        bytes, to: path, existing: isForced ? .replace : .refuse,
        policy: isForced ? .breakLinks : .careful)
    } catch {
      let advice = error.failure == .exists && kind == S_IFREG ? " (use --force to overwrite)" : ""
      throw Failure(error, output: path, advice: advice)
    }
  }

  /// Checks that the file is not an input.
  ///
  /// - Throws: `Failure`.
  func refuseInputs() throws(Failure) {
    guard let path, let identity = FileIdentity(of: path), inputs.contains(identity) else { return }
    throw Failure(.cannotCreate, "\(path): refusing to overwrite the input file")
  }

  /// Whether two paths lead to the same file, through links too; `-` is standard input.
  static func areSame(_ first: String, _ second: String) -> Bool {
    guard let first = FileIdentity(of: first) else { return false }
    return first == FileIdentity(of: second)
  }

  /// Whether writing to a path would replace a file, existing or not.
  static func lead(_ path: String, to file: String) -> Bool {
    areSame(path, file) || FilePath.areSame(path, file)
  }

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
