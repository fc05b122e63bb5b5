import CLibrary
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel

/// The output file of a command.
///
/// An existing file is overwritten only with `--force`, and an input file never.
struct OutputFile {
  /// The path; nil and `-` for standard output.
  let path: String?
  let isForced: Bool
  /// The input files of the command, which must not be overwritten under any name.
  let inputs: Set<FileIdentity>
  /// Whether to print only the name (`--dry-run`).
  var isDry = false

  /// Writes the result, atomically for a file.
  ///
  /// Pipes and devices are written directly.
  func write(_ bytes: [UInt8]) throws {
    guard let path, !Self.isStandardOutput(path) else {
      if !isDry { Console.writeFile(bytes) }
      return
    }
    if isDry {
      try check()
      return Self.sayUnwritten(path)
    }
    guard isStream else { return try replace(path, with: bytes, isDry: false) }
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

  /// Writes a file atomically. If that overwrites a schedule file, even a damaged one, `setpoint undo` restores it.
  static func write(
    _ bytes: [UInt8], to path: String, isForced: Bool, isDry: Bool = false, as step: String
  ) throws {
    let text = isForced && !isDry ? try? FileReading.bytes(at: path, ofFilesAlone: true) : nil
    let isDocument = text.map { FileFormat.isLikely(in: $0) } ?? false
    try DocumentLock.whileLocked(path, forChange: isDocument) {
      let old = isDocument ? try FileReading.bytes(at: path, ofFilesAlone: true) : nil
      try AtomicFile.write(
        bytes, to: path, existing: isForced ? .replace : .refuse,
        policy: isForced ? .breakLinks : .careful, isDry: isDry)
      if let old { HistoryFile(of: CompanionFile(of: path)).add(step, from: old, to: bytes) }
    }
  }

  /// Throws if the file may not be written, or if the system does not allow it.
  func check() throws(Failure) {
    guard let path, !Self.isStandardOutput(path), !isStream else { return }
    try replace(path, with: [], isDry: true)
  }

  /// Opened by that name, a file to which it is redirected would be replaced.
  private static func isStandardOutput(_ path: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
  }

  /// Whether there is a pipe or a device at the path.
  private var isStream: Bool {
    var status = stat()
    guard let path, stat(path, &status) == 0 else { return false }
    return [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
  }

  private func replace(_ path: String, with bytes: [UInt8], isDry: Bool) throws(Failure) {
    if OutputFolder(path) != nil {
      throw Failure(
        .cannotCreate,
        "\(path): is a folder; name one file, such as \(FilePath.joined(path, "FILE"))")
    }
    if let identity = FileIdentity(of: path), inputs.contains(identity) {
      throw Failure(.cannotCreate, "\(path): refusing to overwrite the input file")
    }
    do {
      try Self.write(
        bytes, to: path, isForced: isForced, isDry: isDry, as: "\(CommandLine.names[1]) --force")
    } catch {
      guard let error = error as? FileError else { throw Failure(error, about: path) }
      let advice =
        switch error.failure {
        case .exists: " (use --force to overwrite)"
        case .missing: error.advice
        default: ""
        }
      var failure = Failure(ExitStatus(error), "\(path.fileTitle): \(error)\(advice)")
      failure.file = path
      throw failure
    }
  }

  static func sayUnwritten(_ path: String) { Console.print("\(path.printable): would be written") }
}

/// The output folder of a command that writes a file per schedule.
struct OutputFolder {
  private let path: String
  /// The files written so far and their inputs, to detect collisions.
  private var written: [[UInt8]: String] = [:]

  /// Uses the argument of `--output` if it ends in a slash or is a folder; otherwise nil.
  init?(_ output: String) {
    let endsInSlash = output.hasBytes(atEnd: "/")
    guard endsInSlash || FileReading.isFolder(at: output) else { return nil }
    path = endsInSlash ? output : output + "/"
  }

  /// Creates the folder if it is missing, but not in a dry run; its parent must exist.
  func create(isDry: Bool) throws(Failure) {
    if FileReading.isFolder(at: path) { return }
    let name = String(path.dropLast())
    if FileReading.isAnything(at: name) {
      throw Failure(.cannotCreate, "\(name.fileTitle): not a folder; choose another name")
    }
    if isDry {
      return try Failure.about(path) {
        _ = try AtomicFile.write([], to: name, existing: .refuse, isDry: true)
      }
    }
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw Failure(FileError.call(.create, path: path, CallFailure(errno)), about: path)
  }

  /// Writes the texts of the schedules of one input: all of them, or none if one is not allowed. `ending` follows the
  /// names of the input and the schedule. The files have the options of `output`.
  mutating func write(
    _ texts: [(schedule: String, ending: String, bytes: [UInt8])], of input: String,
    to output: OutputFile
  ) throws {
    let stem = input == "-" ? "schedule" : FilePath.stem(of: input)
    let isDry = output.isDry
    let names = texts.map { text in
      "\(path)\(stem)\(texts.count > 1 ? "-" + Self.fileName(text.schedule) : "")\(text.ending)"
    }
    let files = names.map {
      OutputFile(path: $0, isForced: output.isForced, inputs: output.inputs, isDry: isDry)
    }
    for (index, name) in names.enumerated() {
      let isTwice = names[..<index].contains { $0.utf8.elementsEqual(name.utf8) }
      if let other = written[Array(name.utf8)] ?? (isTwice ? input : nil) {
        throw Failure(
          .cannotCreate,
          "\(input): not written: "
            + (isTwice
              ? "two schedules would be written to \(name); --schedule NAME exports one"
              : "\(name) was already written for \(other); export files with the same name into different folders")
        )
      }
    }
    let isNew = !FileReading.isFolder(at: path)
    try create(isDry: isDry)
    defer { if isNew { rmdir(path) } }  // Does nothing unless the folder is still empty.
    if !isDry || !isNew { for file in files { try file.check() } }
    for (index, name) in names.enumerated() {
      if isDry, !FileReading.isFolder(at: path) {
        OutputFile.sayUnwritten(name)
      } else {
        try files[index].write(texts[index].bytes)
      }
      written[Array(name.utf8)] = input
    }
  }

  /// A schedule's name for use in a file name: slashes and control characters become dashes.
  private static func fileName(_ schedule: String) -> String {
    String(
      String.UnicodeScalarView(
        schedule.unicodeScalars.map { $0 == "/" || $0.isControl || $0 == " " ? "-" : $0 }))
  }
}
