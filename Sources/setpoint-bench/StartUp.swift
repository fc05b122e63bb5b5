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

  /// Measures `setpoint --version`, the C program and `setpoint validate`, in turn.
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
    var version: [Double] = []
    var reference: [Double] = []
    var validate: [Double] = []
    for _ in 0..<runs {
      version.append(try Timing.microseconds { try run(path, ["--version"]) })
      reference.append(try Timing.microseconds { try run(folder.path("line"), []) })
      validate.append(try Timing.microseconds { try run(path, ["validate", document]) })
    }
    let ratios = zip(version, reference).map { $0 / $1 }
    return [
      .init(name: "setpoint --version", value: Timing.median(version) / 1000, unit: "ms"),
      .init(name: "C program, same libraries", value: Timing.median(reference) / 1000, unit: "ms"),
      .init(name: "ratio of the two", value: Timing.median(ratios), unit: ""),
      .init(
        name: "setpoint validate, one document", value: Timing.median(validate) / 1000, unit: "ms"),
    ]
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
