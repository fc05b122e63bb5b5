import TerminalCurses
import TwoWayTable

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Puts a table of numbers on a real terminal, for tests that look at what a terminal is sent.
//
// Ends with status 0 after `q`, 3 without a usable terminal, 4 at the end of input, and 128 plus
// the number of a signal that asked it to end. With `--ignore-hangup` SIGHUP is ignored.

if CommandLine.arguments.contains("--ignore-hangup") { signal(SIGHUP, SIG_IGN) }

do throws(TerminalError) {
  exit(run(try CursesBackend(theme: .standard)))
} catch {
  print("terminal-probe: \(error)")
  exit(3)
}

/// Draws and answers events until one of them ends the program, and returns the exit status.
func run(_ backend: CursesBackend) -> Int32 {
  defer { backend.close() }
  var picture = Picture()
  while true {
    backend.present(picture.surface(of: backend.size), cursor: picture.cursor)
    let event = backend.nextEvent()
    switch event {
    case .endOfInput: return 4
    case .terminate(let signal): return 128 + signal
    case .key(.character("q")): return 0
    case .key(.character("t")): fatalError("a trap, as asked for")
    case .key(.character("o")): picture.note("\(overflow(1))")
    case .key(.character("b")): backend.ring()
    case .key(.control("z")):
      backend.suspend()
      picture.note("suspended")
    case .key(let key): picture.answer(key)
    case .resized: picture.note("resized to \(backend.size.rows)x\(backend.size.columns)")
    case .continued: picture.note("continued")
    case .paste(let text): picture.note("pasted \(text)")
    case .mouse(let mouse): picture.note("mouse \(mouse.action) at \(mouse.place)")
    case .descriptorReady: picture.note("descriptor")
    }
  }
}

/// Calls itself until the stack is used up; the addition afterwards keeps it from being a loop.
func overflow(_ depth: Int) -> Int {
  depth == .max ? 0 : overflow(depth + 1) &+ overflow(depth &- 1)
}
