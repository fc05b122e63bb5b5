import Diagnostics
import ScheduleFiles
import ScheduleText

/// The work of `setpoint format`.
struct FormatRun: CommandRun {
  var files: [String]
  /// Whether files that would change are named, and nothing is written.
  var check = false
  var stream = StreamRequest()
  var policy = AtomicFile.Policy.careful

  /// Formats all files; one that cannot be formatted does not keep the others from it.
  func run() throws {
    if stream.isStream {
      return try stream.run(files) { RecordFormat(name: $0, onlyChecks: check) }
    }
    var wouldChange = false
    try ManyFiles(files).forEach(check ? "would be reformatted" : "reformatted") { file in
      let isDifferent = try DocumentLock.whileLocked(file, forChange: !check) { try format(file) }
      wouldChange = wouldChange || isDifferent && check
      return isDifferent
    }
    if wouldChange { throw Failure(.problems) }
  }

  /// Formats one file; returns whether its text is another one then.
  private func format(_ file: String) throws -> Bool {
    let bytes = try FileReading.bytes(at: file)
    let formatted = try formatted(bytes, file)
    if check {
      if formatted != bytes { Console.print("\(file.printable): would be reformatted") }
    } else if file == "-" {
      Console.writeFile(formatted)
    } else if formatted != bytes {
      try AtomicFile.write(formatted, to: file, policy: policy)
    }
    return formatted != bytes
  }

  /// The canonical form of a schedule file.
  private func formatted(_ bytes: [UInt8], _ file: String) throws(Failure) -> [UInt8] {
    do throws(Unformatted) {
      return try CanonicalText.formatted(schedule: bytes, file: file)
    } catch {
      guard error.isUnreadable else {
        let reason = error.findings.first?.message ?? ""
        throw Failure(.cannotCreate, "\(file): \(reason); nothing was written")
      }
      throw Failure(.unreadableData, error.findings, in: bytes)
    }
  }
}

extension FormatRun {
  init?(plain arguments: ArraySlice<String>) {
    guard
      let line = PlainLine(arguments, flags: ["--check", "--ndjson", "--envelope", "--ack"]),
      !line.names.isEmpty
    else { return nil }
    self.init(files: line.names, check: line.has("--check"))
    guard stream.take(from: line), !stream.isStream || files.count == 1 else { return nil }
  }
}
