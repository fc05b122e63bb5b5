import ArgumentParser
import Diagnostics
import ScheduleModel
import ScheduleRules

/// The options that say what is checked; they win over the project's.
struct CheckOptionGroup: ParsableArguments {
  @Option(help: "The lowest severity to report: error, warning or info.")
  var level: Severity?

  @Option(help: "Only rules whose codes begin so, with commas: SP3,SP203.")
  var select: [String] = []

  @Option(help: "No rules whose codes begin so, with commas.")
  var ignore: [String] = []

  @Option(
    help: "The smallest difference of cool and heat (SP302), in the file's scale; 3 °F, 1.5 °C.")
  var deadband: Temperature?

  @Option(help: "The fewest minutes between periods (SP203); 15.")
  var gap: Int?

  @Option(help: "The largest rise of heat between periods (SP406), in the file's scale.")
  var step: Temperature?

  @Option(help: "Check that this device can hold the schedules too; `setpoint formats` lists them.")
  var device: String?

  func validate() throws {
    if let gap, !(0...1439).contains(gap) {
      throw ValidationError("--gap is a number of minutes, 0 to 1439")
    }
    let refusal =
      Self.prefixes(select).lazy.compactMap(RuleTable.all.refusal(toSelect:)).first
      ?? Self.prefixes(ignore).lazy.compactMap(RuleTable.all.refusal(toIgnore:)).first
    if let refusal { throw ValidationError(refusal) }
  }

  /// Returns the project's options, or the standard ones, with what the command line says.
  func applied(to project: CheckOptions?) -> CheckOptions {
    var options = project ?? CheckOptions()
    if let level { options.level = level }
    if !select.isEmpty { options.select = Self.prefixes(select) }
    if !ignore.isEmpty { options.ignore += Self.prefixes(ignore) }
    if let deadband { options.deadband = deadband }
    if let gap { options.smallestGap = gap }
    if let step { options.largestStep = step }
    return options
  }

  private static func prefixes(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { $0.uppercased() } }
  }
}
