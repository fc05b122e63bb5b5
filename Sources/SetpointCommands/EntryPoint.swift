import ArgumentParser
import Diagnostics
import ScheduleFiles
import CLibrary

/// The program's start and its end.
public enum EntryPoint {
  /// Runs the command that the arguments name, and ends the process.
  ///
  /// Building the parser takes longer than all the rest that most commands do. So `--version` alone, and
  /// plain lines of the commands that are used most, are read without it (`PlainCommands`).
  public static func main() {
    Console.occupyClosedDescriptors()
    let arguments = CommandLine.names.dropFirst()
    if arguments.elementsEqual(["--version"]) {
      Console.print(SetpointCommand.versionText)
      return
    }
    // Writing beyond the limit of file sizes is then an error like a full disk, that is cleaned up
    // after and told.
    signal(SIGXFSZ, SIG_IGN)
    do {
      defer { tellFallBacks() }
      // Swift reads them anew from the system, and has none where that fails.
      guard CommandLine.argc > 0 else {
        throw Failure(.inputOutput, "the arguments cannot be read")
      }
      if let run = PlainCommands.run(for: Array(arguments)[...]) {
        try run.run()
      } else {
        try SetpointCommand.refuseUnknown(Array(arguments))
        var command = try SetpointCommand.parseAsRoot(Array(arguments))
        try command.run()
      }
    } catch {
      end(error, Array(arguments))
    }
  }

  /// Says what had to be done otherwise than it should be.
  private static func tellFallBacks() {
    for fallBack in FallBack.takeUntold() { Console.say("\(fallBack)") }
  }

  /// Prints why the command ends, once, and ends the process with its status.
  private static func end(_ error: any Error, _ arguments: [String]) -> Never {
    if let failure = error as? Failure {
      Console.write(failure.text, to: .error)
      exit(failure.status.rawValue)
    }
    if case FileError.call(_, let path, _) = error {
      end(Failure(error, about: path), arguments)
    }
    // What the parser has to say: help, or a usage error that may repeat arguments.
    let status = SetpointCommand.exitCode(for: error)
    var text = SetpointCommand.fullMessage(for: error)
    for argument in arguments where argument.unicodeScalars.contains("\n") {
      text = text.replacing("'\(argument)'", with: "'\(argument.printable)'")
    }
    if status.isSuccess { text = CompletionScript.withLinks(text) }
    if !text.isEmpty { text = text.printableLines + "\n" }
    Console.write(text, to: status.isSuccess ? .output : .error)
    exit(status.rawValue)
  }
}
