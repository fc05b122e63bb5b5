import CLibrary

/// A shell command run to its end, with all that it wrote.
package struct ShellCommand: Sendable {
  /// The exit status; 128 and the signal's number when one ended it.
  package let status: Int
  /// What it wrote to standard output.
  package let output: [UInt8]
  /// What it wrote to standard error.
  package let errors: [UInt8]

  /// The output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }
  /// The errors as text.
  package var errorText: String { String(decoding: errors, as: UTF8.self) }

  private static let awaiting =
    "await() { until \"$@\"; do kill -0 $! 2>/dev/null || exit 98; sleep 0.01; done; }"

  /// Runs `script` with sh in `folder`, standard input empty or `input`; `setpoint` is the program under test.
  ///
  /// Nothing of the tests' environment reaches it but the search path. `await COMMAND` repeats a command until it
  /// succeeds; the script ends with 98 if the last program started with `&` ends before.
  ///
  /// - Throws: `SystemCallError` when it cannot be started.
  package init(
    _ script: String, in folder: String, environment: [String] = [], input: Int32? = nil
  ) throws {
    let scratch = TemporaryFolder()
    let outputPath = scratch.path("output")
    let errorsPath = scratch.path("errors")
    // The second is the folder of the helpers, where the first is that of another build.
    let products = ["setpoint", "memory-probe"].map { name in
      let product = BuiltProduct.path(name)
      return String(product[..<(product.lastIndex(of: "/") ?? product.endIndex)])
    }.joined(separator: ":")
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let variables =
      ["PATH=\(products):\(path)", "LC_ALL=C.UTF-8", "HOME=\(folder)", "TZ=UTC"] + environment

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorsPath, O_WRONLY | O_CREAT, 0o600)

    var id: pid_t = 0
    let words = ["/bin/sh", "-c", "cd '\(folder)' || exit 99\n\(Self.awaiting)\n\(script)"]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let variablePointers: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { (arguments + variablePointers).forEach { free($0) } }
    let result = withDefaultSignals {
      posix_spawn(&id, "/bin/sh", &actions, $0, arguments, variablePointers)
    }
    guard result == 0 else { throw SystemCallError("posix_spawn", number: result) }

    var ended: Int32 = 0
    while waitpid(id, &ended, 0) < 0 && errno == EINTR {}
    let signal = ended & 0x7F
    status = signal == 0 ? Int(ended >> 8 & 0xFF) : 128 + Int(signal)
    output = WholeFile.bytes(outputPath) ?? []
    errors = WholeFile.bytes(errorsPath) ?? []
  }
}
