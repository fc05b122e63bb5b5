import Terminal
import TwoWayTable
import CLibrary

// Shows a table of numbers on a real terminal, for tests of the sent bytes.
//
// Ends with status 0 after `q`, 3 without a usable terminal, 4 at the end of input, and 128 plus
// the number of a signal that asked it to end. With `--ignore-hangup` SIGHUP is ignored; with
// `--leave-to-back-end` nothing is drawn by the program itself after it was stopped.

if CommandLine.arguments.contains("--ignore-hangup") { signal(SIGHUP, SIG_IGN) }

do throws(TerminalError) {
  exit(run(try TerminalSession(theme: .terminal)))
} catch {
  print("terminal-probe: \(error)")
  exit(3)
}

/// Draws and answers events until one of them ends the program, and returns the exit status.
func run(_ backend: TerminalSession) -> Int32 {
  defer { backend.close() }
  let leavesToBackend = CommandLine.arguments.contains("--leave-to-back-end")
  var picture = Picture()
  let watched = WatchedPipe()
  var themes = Theme.builtIn[...]
  var draws = true
  var wakes = 0
  while true {
    if draws { backend.present(picture.surface(of: backend.size), cursor: picture.cursor) }
    draws = true
    let event = backend.nextEvent()
    switch event {
    case .endOfInput: return 4
    case .terminate(let signal): return 128 + signal
    case .key(.character("q")): return 0
    case .key(.character("t")): fatalError("a trap, as asked for")
    case .key(.character("s")): picture.note(secondSession())
    case .key(.character("o")): picture.note("\(overflow(1))")
    case .key(.character("b")): backend.ring()
    case .key(.character("m")):
      backend.reportsMouse.toggle()
      picture.note("mouse \(backend.reportsMouse ? "on" : "off")")
    case .key(.character("y")):
      picture.note(backend.copyToClipboard("62 °F") ? "copied" : "not copied")
    case .key(.character("E")): writeError("to standard error\n")
    case .key(.character("w")):
      watched.write()
      backend.watch(watched.readEnd)
    case .key(.character("W")): watched.hangUp()
    case .key(.character("T")):
      themes = themes.dropFirst().isEmpty ? Theme.builtIn[...] : themes.dropFirst()
      backend.use(themes[themes.startIndex])
    case .key(.control("z")):
      backend.suspend()
      picture.note("suspended")
      draws = !leavesToBackend
    case .key(let key): picture.answer(key)
    case .resized: picture.note("resized to \(backend.size.rows)x\(backend.size.columns)")
    case .continued:
      picture.note("continued")
      draws = !leavesToBackend
    case .paste(let text, let isCut): picture.note("pasted \(text)\(isCut ? ", cut" : "")")
    case .mouse(let mouse):
      picture.note("mouse \(mouse.action) \(mouse.place.row),\(mouse.place.column)")
    case .descriptorReady:
      wakes += 1
      picture.note("watched: \(watched.read()) bytes, wake \(wakes)")
    }
  }
}

/// Opens another session while there is one; returns the error.
func secondSession() -> String {
  do throws(TerminalError) {
    _ = try TerminalSession()
    return "opened twice"
  } catch {
    return "\(error)"
  }
}

/// Calls itself until the stack is used up; the addition afterwards keeps it from being a loop.
func overflow(_ depth: Int) -> Int {
  depth == .max ? 0 : overflow(depth + 1) &+ overflow(depth &- 1)
}
