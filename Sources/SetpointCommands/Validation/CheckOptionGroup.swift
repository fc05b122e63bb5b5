import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules

/// The options for checks, which override the project's.
struct CheckOptionGroup: ParsableArguments, Sendable {
  @Option(help: "Lowest severity, by default warning")
  var level: Severity?

  @Flag(help: "Report warnings, and exit with 1 for them.")
  var strict = false

  @Option(help: "Only rules with these prefixes: SP3,SP203.", completion: .ruleLists)
  var select: [String] = []

  @Option(help: "No rules with these prefixes.", completion: .ruleLists)
  var ignore: [String] = []

  @Option(
    help: "SP302: smallest difference of heat and cool (3 °F, 1.5 °C).",
    transform: Temperature.differenceTyped)
  var deadband: Temperature?

  @Option(
    help: "SP203: shortest period, in minutes (15).",
    transform: Int.typed(CheckOptions.gaps, of: "minutes"))
  var gap: Int?

  @Option(help: "Also check what this device supports.", completion: .devices)
  var device: String?

  func validate() throws {
    let refusal =
      Self.prefixes(select).lazy.compactMap(RuleTable.all.refusal(toSelect:)).first
      ?? Self.prefixes(ignore).lazy.compactMap(RuleTable.all.refusal(toIgnore:)).first
    if let refusal { throw ValidationError(refusal) }
  }

  /// Returns the project's options, or the default ones, with those of the command line applied.
  func applied(to project: CheckOptions?) -> CheckOptions {
    var options = project ?? CheckOptions()
    options.today = .today
    // Rules that are asked for are reported, whatever their severity.
    if let level = level ?? (select.isEmpty ? nil : .info) { options.level = level }
    if !select.isEmpty {
      options.select = Self.prefixes(select)
      options.ignore = []
      options.severities = options.severities.filter { $0.value != .off }
    }
    if !ignore.isEmpty { options.ignore = Self.prefixes(ignore) }
    if strict { options.level = min(options.level, .warning) }
    if let gap { options.gap = gap }
    for unit in TemperatureUnit.allCases {
      options.deadband[unit] = deadband ?? options.deadband[unit]
    }
    return options
  }

  /// Splits comma-separated prefixes of codes.
  private static func prefixes(_ texts: [String]) -> [String] {
    texts.flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { $0.uppercased() }
    }
  }
}
