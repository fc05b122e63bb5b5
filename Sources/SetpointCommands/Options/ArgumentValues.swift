public import ArgumentParser
import CLibrary
import DeviceFormats
public import Diagnostics
import Reporting
import ScheduleFiles
package import ScheduleModel
import ScheduleRules

extension ClockStyle: ExpressibleByArgument {}

extension ColorChoice: ExpressibleByArgument {}

/// Returns a transform of an option that parses an argument, or reports what it expected.
func expecting<Value>(
  _ expected: String, _ parse: @Sendable @escaping (String) -> Value?
) -> @Sendable (String) throws -> Value {
  { text in
    guard let value = parse(text) else { throw ValidationError("expected \(expected)") }
    return value
  }
}

extension Int {
  /// Returns a transform that parses a number of a range, of `things` such as seconds.
  static func typed(
    _ range: ClosedRange<Int>, of things: String? = nil
  ) -> @Sendable (String) throws -> Int {
    let number = "a whole number" + (things.map { " of \($0)" } ?? "")
    return expecting("\(number), \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension GapValues {
  static let typed = expecting("16, or 16/28 for heat and cool") { GapValues($0) }
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

extension Sides {
  static let typed = expecting("heat, cool or both") { Sides($0) }
}

extension Side {
  static let typed = expecting("heat or cool", Side.init)
}

extension Temperature {
  static let typed = expecting("degrees with at most one decimal") { Temperature(single: $0) }

  static let differenceTyped = expecting(CheckOptions.differenceWords) { text in
    Temperature(text).flatMap { CheckOptions.differences.contains($0) ? $0 : nil }
  }
}

extension TemperatureUnit: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Weekday: ExpressibleByArgument {
  package static var allValueStrings: [String] { ["monday to sunday"] }
  package static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.name)) }

  package init?(argument: String) { self.init(argument) }
}

extension ClosedRange<Temperature> {
  /// Parses two temperatures separated by two full stops.
  static let typed = expecting("two temperatures, the lower one first: 5..30") { text in
    guard let dots = text.firstRange(of: ".."), let low = Temperature(text[..<dots.lowerBound]),
      let high = Temperature(text[dots.upperBound...]), low <= high
    else { return ClosedRange<Temperature>?.none }
    return low...high
  }
}

extension ScheduleName {
  static func check(typed name: String) throws {
    if let problem = problem(ofTyped: name) { throw ValidationError("the name \(problem)") }
  }

  static func problem(ofTyped name: String) -> String? {
    name.holdsBytes ? "is not UTF-8" : problem(of: name.allSatisfy { $0 == " " } ? "" : name)
  }
}

/// Distinguishes files from other arguments of a command.
///
/// A shell expands `*.json` in any place, so each argument is examined. Write `./` before a file named like a cell.
enum CellArguments {
  /// The parts of an assignment, which has an equals sign without a slash before it; nil for another argument.
  static func assignment(_ argument: String) -> (address: String, value: String)? {
    // Not by characters: a combining mark can follow the sign.
    let scalars = argument.unicodeScalars
    guard let equals = scalars.firstIndex(of: "="), !scalars[..<equals].contains("/") else {
      return nil
    }
    return (String(scalars[..<equals]), String(scalars[scalars.index(after: equals)...]))
  }

  static func isAssignment(_ argument: String) -> Bool { assignment(argument) != nil }

  /// Whether an argument is an address or the name of a member, or at least not a file name.
  static func isAddress(_ argument: String) -> Bool {
    (try? CellAddress.list(argument, wholeRows: true)) != nil
      || DocumentMember(rawValue: argument.lowercased()) != nil || !isFileName(argument)
  }

  /// Whether an argument looks like a file name, or an existing file has this name.
  static func isFileName(_ argument: String) -> Bool {
    argument == "-" || argument.utf8.contains(UInt8(ascii: "/"))
      || argument.hasBytes(atEnd: ".json")
      || FileIdentity(of: argument) != nil
  }
}
