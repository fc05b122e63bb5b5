import ScheduleFiles
import ScheduleText

/// What the program says to whoever started it; the numbers above 1 are those of sysexits.h.
package enum ExitStatus: Int32 {
  case success = 0
  /// Problems were found, files differ, or an export was refused.
  case problems = 1
  /// The command line is wrong.
  case usage = 64
  /// An input is no schedule where one is needed.
  case unreadableData = 65
  /// An input does not exist or may not be read.
  case noInput = 66
  /// An output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// A device could not be read or written, or what it holds cannot be proved.
  case notProved = 75
  /// A device refused who asked, or a secret may not be read.
  case noPermission = 77
}

extension ExitStatus: Comparable {
  /// The larger number is the worse: what was found is less than what could not be read.
  package static func < (left: ExitStatus, right: ExitStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ExitStatus {
  /// The status for what was not done with a file.
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
