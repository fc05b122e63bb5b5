import ScheduleFiles
import ScheduleText

/// The exit status; numbers above 1 are those of sysexits.h.
package enum ExitStatus: Int32 {
  case success = 0
  /// Problems were found, files differ, or an export failed.
  case problems = 1
  /// The command line is invalid.
  case usage = 64
  /// An input is not a schedule.
  case unreadableData = 65
  /// An input does not exist or cannot be read.
  case noInput = 66
  /// An output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// A device could not be read or written, or its program could not be verified.
  case notProved = 75
  /// A device denied access, or a secret cannot be read.
  case noPermission = 77
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
