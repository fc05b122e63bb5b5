import ArgumentParser

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program's start.
public enum EntryPoint {
  /// Runs the command that the arguments name, and ends the process.
  ///
  /// The version is printed without building the parser, which takes longer than everything else
  /// that `--version` needs.
  public static func main() {
    if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
      Console.print(SetpointCommand.versionText)
      return
    }
    // Writing beyond the limit of file sizes is then an error like a full disk, that is cleaned up
    // after and told.
    signal(SIGXFSZ, SIG_IGN)
    SetpointCommand.main()
  }
}
