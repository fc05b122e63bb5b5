import ArgumentParser
import CLibrary
import DeviceFormats
import Diagnostics
import ScheduleModel

extension ClockStyle: ExpressibleByArgument {}

extension GapValues: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension ReportFormat: ExpressibleByArgument {}

extension Severity: ExpressibleByArgument {
  static var allValueStrings: [String] { allCases.reversed().map(\.name) }

  init?(argument: String) {
    guard let severity = Severity.allCases.first(where: { $0.name == argument }) else { return nil }
    self = severity
  }
}

extension Sides: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension Temperature: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension TemperatureUnit: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension Weekday: ExpressibleByArgument {
  static var allValueStrings: [String] { ["monday to sunday"] }
  static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.name)) }

  init?(argument: String) { self.init(argument) }
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
  /// Throws if a typed text is not a valid name.
  static func check(typed name: String) throws {
    if let problem = name.holdsBytes ? "is not UTF-8" : problem(of: name) {
      throw ValidationError("the name \(problem)")
    }
  }
}
