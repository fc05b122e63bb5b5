import ArgumentParser
import ScheduleFiles
import CLibrary

/// The entry point of the program.
public enum EntryPoint {
  /// Runs the command of the arguments and ends the process.
  ///
  /// `--version` and the overview do not build the parser. Without arguments on a terminal, runs `edit`.
  public static func main() {
    Console.occupyClosedDescriptors()
    var arguments = Array(CommandLine.names.dropFirst())
    if arguments == ["--version"] { return Console.print(SetpointCommand.versionText) }
    if [["help"], ["--help"], ["-h"]].contains(arguments) {
      return Console.print(SetpointCommand.overview)
    }
    if arguments.isEmpty, CommandLine.argc > 0 {
      guard isatty(STDIN_FILENO) == 1, Console.isTerminal(.output) else {
        return Console.print(SetpointCommand.introduction)
      }
      arguments = [EditCommand.configuration.commandName ?? "edit"]
    }
    // Exceeding the limit of file sizes is then an error like a full disk, which is handled and reported.
    signal(SIGXFSZ, SIG_IGN)
    do {
      defer {
        tellFallBacks()
        Interruption.endIfAsked()
      }
      // Swift reads the arguments from the system, which can fail.
      guard CommandLine.argc > 0 else {
        throw Failure(.inputOutput, "the arguments cannot be read")
      }
      try SetpointCommand.refuseUnknown(arguments)
      var command = try SetpointCommand.parsed(arguments)
      try command.run()
    } catch {
      end(error, arguments)
    }
  }

  /// Reports the fallbacks that were used.
  private static func tellFallBacks() {
    for fallBack in FallBack.takeUntold() { Console.say("\(fallBack)") }
  }

  /// Prints the error and ends the process with its status.
  private static func end(_ error: any Error, _ arguments: [String]) -> Never {
    if let failure = error as? Failure {
      Console.write(failure.text, to: .error)
      exit(failure.status.rawValue)
    }
    if case FileError.call(_, let path, _) = error {
      end(Failure(error, about: path), arguments)
    }
    // An error of the parser: help, or a usage error.
    let status = SetpointCommand.exitCode(for: error)
    if !status.isSuccess { end(Failure(parsing: error, arguments), arguments) }
    // The parser repeats the program's `--version` in the help of each command.
    var text = CompletionScript.withLinks(SetpointCommand.fullMessage(for: error))
      .replacing("  --version               Show the version.\n", with: "")
    while text.hasSuffix("\n") { text.removeLast() }
    if !text.isEmpty { text = text.printableLines + "\n" }
    Console.write(text, to: .output)
    exit(status.rawValue)
  }
}

extension Failure {
  /// Reports in one line why the parser rejects the arguments, and where the options are listed.
  fileprivate init(parsing error: any Error, _ arguments: [String]) {
    var text = SetpointCommand.message(for: error)
      .replacing(". Please provide one of the following:\n  - ", with: "; use ")
      .replacing("\n  - ", with: ", ").replacing(". Please provide one of ", with: "; use ")
      .replacing(". Did you mean", with: "; did you mean")
    while text.hasSuffix(".") { text.removeLast() }
    // The parser's own messages start with a capital letter and suggest no remedy.
    if let first = text.first, first.isUppercase, text.dropFirst().first?.isLowercase ?? false {
      let command = arguments.first.map { $0.hasPrefix("-") ? "" : " \($0)" } ?? ""
      text = first.lowercased() + text.dropFirst() + " (see setpoint\(command) --help)"
    }
    self.init(.usage, text)
  }
}
