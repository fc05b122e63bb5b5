extension ExitStatus {
  /// The meaning of each status, for the manual.
  static let meanings: [(status: Int32, meaning: String)] = [
    (success, "Success."),
    (problems, "Problems were found, files differ, or an export or import failed."),
    (usage, "The command line is invalid."),
    (unreadableData, "An input is not a schedule."),
    (noInput, "An input does not exist or cannot be read."),
    (cannotCreate, "An output cannot be created."),
    (inputOutput, "Reading or writing failed."),
    (notProved, "A device could not be read or written, or its program could not be verified."),
    (noPermission, "A device denied access, or a secret cannot be read."),
  ].map { ($0.0.rawValue, $0.1) }
}
