import TestSupport
import CLibrary

/// A client of a tmux server that stays: commands go in and answers come out by pipes (tmux(1), "CONTROL
/// MODE"), without a process for each.
final class TmuxControl {
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []

  /// Attaches to the server behind `socket`.
  init(socket: String, in folder: String) throws {
    var commands: [Int32] = [-1, -1]
    var answers: [Int32] = [-1, -1]
    guard pipe(&commands) == 0, pipe(&answers) == 0 else { throw SystemCallError("pipe") }
    for end in commands + answers { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (input, output) = (commands[1], answers[0])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, commands[0], 0)
    posix_spawn_file_actions_adddup2(&actions, answers[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let words: [String] = [
      "sh", "-c", "cd '\(folder)' && exec tmux -S '\(socket)' -C attach -f no-output",
    ]
    let settings: [String] = ["PATH=\(path)", "LC_ALL=C.UTF-8", "TERM=xterm-256color"]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var id: pid_t = 0
    let status = posix_spawn(&id, "/bin/sh", &actions, nil, arguments, variables)
    process = id
    _ = close(commands[0])
    _ = close(answers[1])
    guard status == 0 else { throw SystemCallError("posix_spawn", number: status) }
    // The answer to attaching.
    _ = try answer()
  }

  deinit {
    _ = close(input)
    // A client that cannot say its last word stays for ever.
    var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    var bytes = [UInt8](repeating: 0, count: 1024)
    while poll(&polled, 1, 2000) > 0, read(output, &bytes, bytes.count) > 0 {}
    _ = close(output)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Carries out a command; returns the lines that it says.
  func run(_ command: String) throws -> [String] {
    var rest = Array((command + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SystemCallError("write") }
      rest = rest.dropFirst(count)
    }
    return try answer()
  }

  /// Reads up to the end of an answer; what tmux says between answers is passed over.
  private func answer() throws -> [String] {
    while try !line().hasPrefix("%begin ") {}
    var lines: [String] = []
    while true {
      let next = try line()
      if next.hasPrefix("%end ") { return lines }
      if next.hasPrefix("%error ") { throw TmuxRefusal(reason: lines.joined(separator: "\n")) }
      lines.append(next)
    }
  }

  private func line() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      var bytes = [UInt8](repeating: 0, count: 16_384)
      guard poll(&polled, 1, 20_000) > 0, case let count = read(output, &bytes, bytes.count),
        count > 0
      else { throw TmuxRefusal(reason: "no answer") }
      buffer += bytes[..<count]
    }
  }
}

/// What tmux does not do.
struct TmuxRefusal: Error {
  let reason: String
}
