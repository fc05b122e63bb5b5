extension ExitStatus {
  /// The meaning of each status, for the manual.
  static let meanings: [(status: Int32, meaning: String)] = [
    (success, "Success."),
    (problems, "Problems were found, files differ, or an export or import was refused."),
    (usage, "The command line is wrong."),
    (unreadableData, "An input is no schedule where one is needed."),
    (noInput, "An input does not exist or may not be read."),
    (cannotCreate, "An output cannot be created."),
    (inputOutput, "Reading or writing failed."),
    (notProved, "A device could not be read or written, or what it holds cannot be proved."),
    (noPermission, "A device refused who asked, or a secret may not be read."),
  ].map { ($0.0.rawValue, $0.1) }
}
