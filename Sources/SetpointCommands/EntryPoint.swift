import ArgumentParser
import CLibrary

/// The program's start.
public enum EntryPoint {
  /// Runs the command that the arguments name, and ends the process.
  ///
  /// Building the parser takes longer than all the rest that `--version` needs, and longer than the
  /// editor takes to its first picture. So these two are told apart here, as long as nothing needs
  /// parsing: `--version` alone, and `edit` with a file and no option.
  public static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.elementsEqual(["--version"]) {
      Console.print(SetpointCommand.versionText)
      return
    }
    // Writing beyond the limit of file sizes is then an error like a full disk, that is cleaned up
    // after and told.
    signal(SIGXFSZ, SIG_IGN)
    if arguments.count == 2, arguments.first == "edit", let file = arguments.last,
      !file.hasPrefix("-")
    {
      edit(file)
    } else {
      SetpointCommand.main()
    }
  }

  private static func edit(_ file: String) {
    do {
      try EditorRun(file: file).run()
    } catch {
      SetpointCommand.exit(withError: error)
    }
  }
}
