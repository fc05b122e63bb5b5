public import ArgumentParser
import CLibrary
import DeviceFormats
public import Diagnostics
import Reporting
import ScheduleFiles
public import ScheduleModel

extension ClockStyle: ExpressibleByArgument {}

extension ColorChoice: ExpressibleByArgument {}

extension GapValues: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension ReportFormat: ExpressibleByArgument {}

extension Severity: ExpressibleByArgument {
  /// The names, the highest first.
  public static var allValueStrings: [String] { allCases.reversed().map(\.name) }

  /// Parses a name.
  public init?(argument: String) {
    guard let severity = Severity.allCases.first(where: { $0.name == argument }) else { return nil }
    self = severity
  }
}

extension Sides: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Temperature: ExpressibleByArgument {
  /// Parses `68` or `68.5`.
  public init?(argument: String) { self.init(argument) }
}

extension TemperatureUnit: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Weekday: ExpressibleByArgument {
  package static var allValueStrings: [String] { ["monday to sunday"] }
  package static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.name)) }

  package init?(argument: String) { self.init(argument) }
}

/// Two temperatures separated by two full stops, `5..30`.
struct TemperatureRange: ExpressibleByArgument {
  let bounds: ClosedRange<Temperature>

  init?(argument: String) {
    guard let dots = argument.firstRange(of: ".."),
      let low = Temperature(argument[..<dots.lowerBound]),
      let high = Temperature(argument[dots.upperBound...]), low <= high
    else { return nil }
    bounds = low...high
  }
}

extension ScheduleName {
  static func check(typed name: String) throws {
    if let problem = problem(ofTyped: name) { throw ValidationError("the name \(problem)") }
  }

  static func problem(ofTyped name: String) -> String? {
    name.holdsBytes ? "is not UTF-8" : problem(of: name)
  }
}

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
      || FileIdentity(of: argument) != nil
  }
}
