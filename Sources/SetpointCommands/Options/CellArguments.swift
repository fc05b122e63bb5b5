import CLibrary
import Diagnostics
import ScheduleModel

/// Telling the files among the arguments of a command from what else stands there.
///
/// A shell puts the names of files wherever a person wrote `*.json`, so a command looks at each
/// argument for itself. Whoever has a file that is called like a cell writes `./` before its name.
enum CellArguments {
  /// Assignments: what has an equals sign and no slash before it.
  static func isAssignment(_ argument: String) -> Bool {
    guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return !argument.utf8[..<equals].contains(UInt8(ascii: "/"))
  }

  /// Addresses: what reads as one, and what is not the name of a file either.
  static func isAddress(_ argument: String) -> Bool {
    (try? CellAddress.list(argument)) != nil || !isFileName(argument)
  }

  /// Whether an argument looks like a file's name, or is that of a file that is there.
  static func isFileName(_ argument: String) -> Bool {
    argument == "-" || argument.utf8.contains(UInt8(ascii: "/"))
      || argument.hasBytes(atEnd: ".json")
      || OutputFile.exists(argument)
  }
}
