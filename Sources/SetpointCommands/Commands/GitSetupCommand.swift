import ArgumentParser
import CLibrary
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel

struct GitSetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-setup",
    abstract: "Make git compare and merge schedule files by cell.",
    discussion: """
      Adds the schedule files of this folder to .gitattributes, and registers `setpoint diff` and \
      `setpoint merge` in the configuration of the repository. Commit .gitattributes, and run the command \
      again in every clone and after adding files. A file that is not a schedule is still merged by line. To \
      resolve a conflict that git has already marked in a file, run this command, then git checkout --merge FILE.

      Example:
        setpoint git-setup --dry-run && setpoint git-setup
      """)

  @Argument(
    help: "Patterns for .gitattributes (default: the schedule files of this folder).",
    completion: .file())
  var patterns: [String] = []

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false

  private static let settings: KeyValuePairs = [
    "diff.setpoint.textconv": "setpoint diff --textconv --",
    // A file that is not a schedule is merged by line.
    "merge.setpoint.driver": "setpoint merge %O %A %B --path=%P; s=$?; [ $s -le 1 ] && exit $s; "
      + "git merge-file -L ours -L base -L theirs %A %O %B",
    // A conflict of several merge bases must not end with our value, which would then be the base.
    "merge.setpoint.recursive": "binary",
  ]

  func validate() throws {
    for pattern in patterns {
      let isIgnored = ["!", "./", "../"].contains { pattern.hasBytes(atStart: $0) }
      try refuse(
        if: isIgnored || pattern.hasBytes(atEnd: "/") || FileReading.isFolder(at: "./\(pattern)"),
        "\(pattern.quoted()): not a pattern for .gitattributes; use one such as 'schedules/*.json'"
      )
    }
  }

  func run() throws {
    let outcome = system(
      "inside=$(git rev-parse --is-inside-work-tree 2>/dev/null) || exit; [ $inside = true ]")
    // The status of a shell that does not find the program.
    if outcome >> 8 == 127 { throw Failure(.inputOutput, "cannot find git; install it first") }
    guard outcome == 0 else {
      throw Failure(
        .usage, "this folder is not in the work tree of a git repository; run git init first")
    }
    let path = ".gitattributes"
    var target: CChar = 0
    if readlink(path, &target, 1) >= 0 {
      throw Failure(
        .cannotCreate, "\(path) is a symbolic link, which git ignores; replace it with a file")
    }
    let old =
      FileIdentity(of: path) == nil
      ? nil : try Failure.about(path) { try FileReading.bytes(at: path) }
    // git ignores a carriage return at the end of a line.
    let known = Set((old ?? []).split { [10, 13].contains($0) }.map(Array.init))
    let lines = (patterns.isEmpty ? Self.usualPatterns() : patterns).map(Self.quoted)
      .map { "\($0) diff=setpoint merge=setpoint" }.filter { !known.contains($0.fileNameBytes) }
    for line in lines { Console.print("\(path): \(line.printable)") }
    // Of several values, git uses the last one.
    let settings = Self.settings.map { (key: $0, value: $1.shellWord) }.filter { key, value in
      system("[ \"$(git config --get \(key))\" = \(value) ]") != 0
    }
    for (key, value) in settings { Console.print("git config \(key) \(value)") }
    if lines.isEmpty, settings.isEmpty { Console.say("nothing to change") }
    if dryRun { return }
    if !lines.isEmpty {
      let end: [UInt8] = (old?.last ?? 10) == 10 ? [] : [10]
      let text = (old ?? []) + end + lines.flatMap { "\($0)\n".fileNameBytes }
      _ = try Failure.about(path) {
        try AtomicFile.write(text, to: path, existing: old.map { .replaceText($0) } ?? .refuse)
      }
    }
    for (key, value) in settings where system("git config --replace-all \(key) \(value)") != 0 {
      throw Failure(.inputOutput, "git refused the configuration: \(key) \(value)")
    }
    if !lines.isEmpty { Console.say("commit \(path)") }
  }

  /// The schedule files in and below the current folder, also with conflict marks, and every `NAME.setpoint.json`.
  private static func usualPatterns() -> [String] {
    var files: [String] = []
    for case .file(var path) in InputList.files(for: ["."])
    where !path.hasBytes(atEnd: ".setpoint.json") {
      guard let bytes = try? FileReading.bytes(at: path, ofFilesAlone: true),
        FileFormat.isNamed(in: bytes)
      else { continue }
      if path.hasBytes(atStart: "./") { path.removeFirst(2) }
      files.append(path.replacingScalars(["\\": "\\\\", "[": "\\[", "*": "\\*", "?": "\\?"]))
    }
    let folders = Dictionary(grouping: files) { FilePath.split($0).folder }
    let patterns = folders.flatMap { folder, files in
      files.count > 3 ? ["/" + FilePath.joined(folder, "*.json")] : files.map { "/\($0)" }
    }
    return ["?*.setpoint.json"] + patterns.sorted()
  }

  /// Quotes a pattern for .gitattributes, as needed for spaces, control characters and a first #.
  private static func quoted(_ pattern: String) -> String {
    let isPlain = !pattern.unicodeScalars.contains { $0 == " " || $0 == "\"" || $0.isControl }
    if isPlain, !pattern.hasBytes(atStart: "#") { return pattern }
    let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "\\t"]
    return "\"\(pattern.replacingScalars(escapes))\""
  }
}
