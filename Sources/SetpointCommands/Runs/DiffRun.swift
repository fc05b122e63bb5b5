import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleText

/// The work of `setpoint diff`.
struct DiffRun: CommandRun {
  /// The first file or folder, or the one to convert, or a stream of pairs.
  var a: String
  var b: String?
  /// Whether one file is printed as lines that git can compare.
  var textconv = false
  var format = ResultFormat.text
  /// Whether what is alike on several days is said cell by cell.
  var each = false
  var stream = StreamRequest()

  func run() throws {
    if stream.isStream { return try stream.run([a]) { RecordDifference(name: $0) } }
    guard !textconv, let b else { return try convert() }
    try StandardInput.refuseTwice(in: [a, b])
    guard let folders = FolderDifference(a, b) else {
      let diff = try Self.difference(a, b)
      switch format {
      case .text: Console.write(Self.text(diff.lines(each: each)), to: .output)
      case .json: Console.print(.array(DifferenceResult.json(diff.differences)))
      }
      if !diff.differences.isEmpty { throw Failure(.problems) }
      return
    }
    try compare(folders)
  }

  /// Compares the files of folders; one that cannot be read does not keep the others from it.
  private func compare(_ folders: FolderDifference) throws(Failure) {
    var worst = folders.problems.isEmpty ? ExitStatus.success : .noInput
    for problem in folders.problems { Console.say(problem) }
    var lines = AlikeFiles()
    var elements: [JSONValue] = []
    for pair in folders.pairs {
      do throws(Failure) {
        guard let old = pair.old, let new = pair.new else {
          let change = pair.old == nil ? ContentsDifference.Change.added : .removed
          elements.append(DifferenceResult.json(ofFile: pair.path, change))
          lines.add(["only in \(pair.old == nil ? b ?? "" : a)"], of: pair.path.printable)
          worst = max(worst, .problems)
          continue
        }
        let diff = try Self.difference(old, new)
        elements += DifferenceResult.json(diff.differences, in: pair.path)
        lines.add(diff.lines(each: each), of: pair.path.printable)
        if !diff.differences.isEmpty { worst = max(worst, .problems) }
      } catch {
        Console.write(error.text, to: .error)
        worst = max(worst, error.status)
      }
    }
    switch format {
    case .text: Console.write(Self.text(lines.lines(naming: true)), to: .output)
    case .json: Console.print(.array(elements))
    }
    if worst != .success { throw Failure(worst) }
  }

  private static func difference(_ old: String, _ new: String) throws(Failure) -> ContentsDiff {
    let from: DocumentFile
    do throws(Failure) {
      from = try DocumentFile.open(old)
    } catch {
      // What is wrong with the other one is told, too.
      do throws(Failure) { _ = try DocumentFile.open(new) } catch let second {
        throw Failure(error, second)
      }
      throw error
    }
    return ContentsDiff(
      from: from.document.contents, to: try DocumentFile.open(new).document.contents,
      pairingSingles: true)
  }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// git gives up on a whole log where the program that it asks fails once.
  private func convert() throws {
    let bytes = try Failure.about(a) { try FileReading.bytes(at: a) }
    guard let document = try? ScheduleDocument(reading: bytes, file: a) else {
      return Console.writeFile(bytes)
    }
    Console.writeFile(Array(TextconvResult.text(of: document.contents).utf8))
  }
}

extension DiffRun {
  init?(plain arguments: ArraySlice<String>) {
    guard
      let line = PlainLine(
        arguments, flags: ["--each", "--textconv", "--ndjson", "--envelope", "--ack"],
        options: ["--format"]), let a = line.names.first, line.names.count <= 2,
      let format = line.choice("--format", else: ResultFormat.text)
    else { return nil }
    self.init(
      a: a, b: line.names.count == 2 ? line.names[1] : nil, textconv: line.has("--textconv"),
      format: format, each: line.has("--each"))
    guard stream.take(from: line) else { return nil }
    // One file alone goes with a stream or for git, two go with neither.
    let isOneFile = textconv || stream.isStream
    guard isOneFile == (b == nil), !isOneFile || format == .text && !each,
      !(textconv && stream.isStream), !each || format == .text
    else { return nil }
  }
}
