import TestSupport
import CLibrary

/// A real terminal: a tmux server of its own, driven by keys and read as text.
final class TmuxScreen {
  private let folder: TemporaryFolder
  private let socket: String
  private let control: TmuxControl

  /// Starts `command` under a shell in `folder`, on a screen of that size.
  ///
  /// A second one in the same folder needs another name for its `socket`.
  init(
    _ command: String, in folder: TemporaryFolder, columns: Int = 80, rows: Int = 24,
    socket name: String = "tmux"
  ) throws {
    self.folder = folder
    socket = folder.path(name)
    WholeFile.write(Array("PS1='$ '\n".utf8), folder.path("rc"))
    _ = try ShellCommand(
      "tmux -S '\(socket)' -f /dev/null new-session -d -x \(columns) -y \(rows) 'ENV=rc sh -i'",
      in: folder.path, environment: ["TERM=xterm-256color"])
    control = try TmuxControl(socket: socket, in: folder.path)
    _ = try control.run("set-option -g status off")
    try resize(columns: columns, rows: rows)
    // What is typed before the prompt is there is shown above it, and the prompt is looked for later.
    _ = try wait { $0.first?.hasPrefix("$") == true }
    try type(command)
    try press("Enter")
  }

  deinit {
    // An editor that is still ending would write into the folder, which is removed next.
    let shells = (try? control.run("list-panes -a -F '#{pane_pid}'")) ?? []
    let trees = shells.compactMap { pid_t($0) }.map(ProcessTree.init(below:))
    _ = try? control.run("kill-server")
    for tree in trees { tree.waitForEnd() }
  }

  /// Presses keys by their tmux names.
  func press(_ keys: String...) throws {
    for key in keys { _ = try control.run("send-keys \(key)") }
  }

  /// Types text as it is.
  func type(_ text: String) throws {
    _ = try control.run("send-keys -l -- '\(text)'")
  }

  /// Sends bytes as a terminal would, such as what it reports of the mouse.
  func send(_ bytes: String) throws {
    let hex = bytes.utf8.map { String($0, radix: 16) }.joined(separator: " ")
    _ = try control.run("send-keys -H \(hex)")
  }

  /// Pastes text as a terminal does for a person: between marks where the program asked for them.
  func paste(_ text: String) throws {
    WholeFile.write(Array(text.utf8), folder.path("pasted"))
    _ = try control.run("load-buffer '\(folder.path("pasted"))'")
    _ = try control.run("paste-buffer -p -d")
  }

  /// What tmux knows of the terminal, such as `mouse_any_flag`.
  func variable(_ name: String) throws -> String {
    try control.run("display-message -p '#{\(name)}'").joined()
  }

  /// The screen with the sequences for its colours, a string a line.
  func coloredLines() throws -> [String] {
    try control.run("capture-pane -e -p")
  }

  /// Gives the screen another size.
  func resize(columns: Int, rows: Int) throws {
    _ = try control.run("resize-window -x \(columns) -y \(rows)")
  }

  /// The screen as text, a string a line.
  func lines() throws -> [String] {
    try control.run("capture-pane -p")
  }

  /// Waits until the screen shows what `condition` asks for; returns whether it did in time.
  func wait(for condition: ([String]) throws -> Bool) throws -> Bool {
    let limit = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < limit {
      if try condition(try lines()) { return true }
      usleep(10_000)
    }
    return false
  }

  /// Waits until a line of the screen contains `text`.
  func wait(for text: String) throws -> Bool {
    // Blanks that line words up differ with the width.
    let wanted = text.collapsingBlanks
    return try wait {
      text.isEmpty || $0.contains { $0.contains(text) || $0.collapsingBlanks.contains(wanted) }
    }
  }

  /// Runs a tmux command on this server by a process of its own and returns what it says, byte by byte.
  func tmux(_ arguments: String) throws -> String {
    try ShellCommand(
      "tmux -S '\(socket)' \(arguments)", in: folder.path, environment: ["TERM=xterm-256color"]
    ).text
  }
}

extension String {
  /// The text with one blank in place of several.
  fileprivate var collapsingBlanks: String {
    split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }
}
