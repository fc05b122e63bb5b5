import Diagnostics
import ScheduleModel

/// Telling the files among the arguments of a command from what else stands there.
///
/// A shell puts the names of files wherever a person wrote `*.json`, so a command looks at each
/// argument for itself. Whoever has a file that is called like a cell writes `./` before its name.
enum CellArguments {
  /// Assignments: what has an equals sign and no slash before it.
  static func isAssignment(_ argument: String) -> Bool {
    guard let equals = argument.firstIndex(of: "=") else { return false }
    return !argument[..<equals].contains("/")
  }

  /// Addresses: what reads as one, or as nothing else, since a file's name has a slash or a suffix.
  static func isAddress(_ argument: String) -> Bool {
    if (try? CellAddress.list(argument)) != nil { return true }
    return !isFileName(argument) && argument.contains(where: { ".0123456789".contains($0) })
  }

  /// Whether an argument can only be a file, or is one that is there.
  static func isFileName(_ argument: String) -> Bool {
    argument == "-" || argument.contains("/") || argument.hasSuffix(".json")
      || OutputFile.exists(argument)
  }
}
