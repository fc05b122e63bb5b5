import ScheduleFiles

/// The exit status; numbers above 1 are those of sysexits.h.
package enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case problems = 1
  case usage = 64
  case unreadableData = 65
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case notProved = 75
  case noPermission = 77

  /// The meaning, for the manual.
  var meaning: String {
    switch self {
    case .success: "Success."
    case .problems: "Problems were found, files differ, or an export or import failed."
    case .usage: "The command line is invalid."
    case .unreadableData: "An input is not a schedule."
    case .noInput: "An input does not exist or cannot be read."
    case .cannotCreate: "An output cannot be created."
    case .inputOutput: "Reading or writing failed."
    case .notProved: "A device could not be read or written, or its program could not be verified."
    case .noPermission: "A device denied access, or a secret cannot be read."
    }
  }
}

extension ExitStatus: Comparable {
  /// Larger numbers are worse: unreadable files outrank findings.
  package static func < (left: ExitStatus, right: ExitStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ExitStatus {
  /// The status of a file error.
  init(_ error: FileError) {
    self =
      switch error {
      case .content: .unreadableData
      case .held, .changedOutside, .call(_, _, .changed), .call(_, _, .setAside),
        .call(_, _, .inUse):
        .cannotCreate
      case .call(.open, _, _), .call(.read, _, .folder): .noInput
      case .call(.create, _, _), .call(.linked, _, _), .call(.folder, _, _), .call(.lock, _, _):
        .cannotCreate
      case .call: .inputOutput
      }
  }
}
