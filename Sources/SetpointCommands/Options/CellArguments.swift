import CLibrary
import ScheduleModel

/// Distinguishes files from other arguments of a command.
///
/// A shell expands `*.json` in any place, so each argument is examined. A file named like a cell must be written with
/// `./`.
enum CellArguments {
  /// Whether an argument is an assignment: it has an equals sign without a slash before it.
  static func isAssignment(_ argument: String) -> Bool {
    guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return !argument.utf8[..<equals].contains(UInt8(ascii: "/"))
  }

  /// Whether an argument is an address, or at least not a file name.
  static func isAddress(_ argument: String) -> Bool {
    (try? CellAddress.list(argument)) != nil || !isFileName(argument)
  }

  /// Whether an argument looks like a file name, or an existing file has this name.
  static func isFileName(_ argument: String) -> Bool {
    argument == "-" || argument.utf8.contains(UInt8(ascii: "/"))
      || argument.hasBytes(atEnd: ".json")
      || OutputFile.exists(argument)
  }
}
