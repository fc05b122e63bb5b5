package import CLibrary

/// Processes that a test did not start itself, such as those on the screens of a terminal multiplexer.
package struct ProcessTree {
  private var members: [pid_t] = []

  /// Finds a process and all that it started; nothing where the system has no /proc.
  package init(below root: pid_t) {
    var rest = [root]
    while let next = rest.popLast() {
      members.append(next)
      let children = WholeFile.bytes("/proc/\(next)/task/\(next)/children") ?? []
      rest += String(decoding: children, as: UTF8.self).split(separator: " ")
        .compactMap { pid_t($0) }
    }
  }

  /// Waits until all of them have ended, as they were asked to; one that does not is killed.
  package func waitForEnd(within limit: Duration = .seconds(10)) {
    let deadline = ContinuousClock.now + limit
    for member in members {
      while isRunning(member) {
        if ContinuousClock.now >= deadline { kill(member, SIGKILL) }
        poll(nil, 0, 2)
      }
    }
  }

  /// Whether it runs: whoever has ended, and waits for its parent to ask how, does nothing any more.
  private func isRunning(_ member: pid_t) -> Bool {
    guard let text = WholeFile.bytes("/proc/\(member)/stat"),
      let end = text.lastIndex(of: UInt8(ascii: ")"))
    else { return false }
    return !text[end...].dropFirst(2).starts(with: "Z".utf8)
      && !text[end...].dropFirst(2).starts(with: "X".utf8)
  }
}
