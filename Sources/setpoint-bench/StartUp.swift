import TestSupport
import CLibrary

/// How long programs take from start to end, against a C program with the same two libraries.
enum StartUp {
  /// Uses a function of each library, so that the linker keeps both.
  private static let program = """
    #include <jansson.h>
    #include <ncurses.h>
    #include <stdio.h>
    int main(int argc, char **argv) {
      if (argc > 9) { json_decref(json_object()); initscr(); }
      puts("one line");
      return 0;
    }
    """
  private static let runs = 101

  /// The commands, and how many times as long as the C program each may take: `set` writes to the disk besides.
  private static let commands: [(words: String, limit: String)] = [
    ("--version", "1.0"), ("get FILE 104", "1.5"), ("set FILE 104=%", "1.5, without its fsync"),
    ("validate FILE", "1.5"), ("show FILE", "2.0"), ("export FILE --to csv", "2.0"),
  ]

  /// Measures the C program and each command in turn, and gives their ratios.
  ///
  /// - Throws: `SystemCallError` when a program cannot be started.
  static func figures(of path: String) throws -> [Report.Figure] {
    let folder = TemporaryFolder()
    WholeFile.write(Array(program.utf8), folder.path("line.c"))
    try run(
      "/bin/sh",
      [
        "-c",
        "$(command -v cc || echo clang) -O2 -o '\(folder.path)/line' '\(folder.path)/line.c' -ljansson -lncursesw",
      ])
    let document = folder.path("home.json")
    try run(path, ["new", document])
    var reference: [Double] = []
    var times = [[Double]](repeating: [], count: commands.count)
    for round in 0..<runs {
      reference.append(try Timing.microseconds { try run(folder.path("line"), []) })
      for (index, command) in commands.enumerated() {
        let words = command.words.split(separator: " ").map {
          $0 == "FILE" ? document : String($0).replacing("%", with: "\(66 + round % 2)")
        }
        times[index].append(try Timing.microseconds { try run(path, words) })
      }
    }
    let first = Report.Figure(
      name: "C program, same libraries", value: Timing.median(reference) / 1000, unit: "ms")
    return [first]
      + zip(commands, times).flatMap { command, times in
        [
          .init(name: "setpoint \(command.words)", value: Timing.median(times) / 1000, unit: "ms"),
          .init(
            name: "  ratio of \(command.words) (at most \(command.limit))",
            value: Timing.median(zip(times, reference).map { $0 / $1 }), unit: ""),
        ]
      }
  }

  /// Runs a program to its end, its output thrown away.
  private static func run(_ path: String, _ arguments: [String]) throws(SystemCallError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var id: pid_t = 0
    let result = posix_spawn(&id, path, &actions, nil, words, environ)
    guard result == 0 else { throw SystemCallError("posix_spawn", number: result) }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
  }
}
