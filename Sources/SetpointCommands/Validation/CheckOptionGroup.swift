import ArgumentParser
import Diagnostics
import ScheduleModel
import ScheduleRules

/// The options that say what is checked; they win over the project's.
struct CheckOptionGroup: ParsableArguments {
  @Option(help: "The lowest severity to report: error, warning or info; warning when left out.")
  var level: Severity?

  @Flag(help: "Exit with status 1 for warnings too, and report them whatever --level says.")
  var strict = false

  @Option(help: "Only rules whose codes begin so, with commas: SP3,SP203.", completion: .ruleLists)
  var select: [String] = []

  @Option(
    help: "No rules whose codes begin so, with commas; SP101 always stays.", completion: .ruleLists)
  var ignore: [String] = []

  @Option(
    help: "The smallest difference of cool and heat (SP302), in the file's scale; 3 °F, 1.5 °C.")
  var deadband: Temperature?

  @Option(help: "The fewest minutes between periods (SP203); 15.")
  var gap: Int?

  @Option(
    help: "The largest rise of heat between periods (SP406), in the file's scale; 10 °F, 5.5 °C.")
  var step: Temperature?

  @Option(
    help: "Check that this device can hold the schedules too; `setpoint formats` lists them.",
    completion: .devices)
  var device: String?

  func validate() throws {
    var options = CheckOptions()
    if let refused = set(in: &options) {
      throw ValidationError("--\(refused.name) takes \(refused.expectation)")
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
    if strict { options.level = min(options.level, .warning) }
    _ = set(in: &options)
    return options
  }

  /// Puts the settings into `options`; returns one that may not have its value.
  private func set(in options: inout CheckOptions) -> CheckSetting? {
    if let deadband, !options.set(.deadband, to: deadband) { return .deadband }
    if let gap, !options.set(.gap, to: gap) { return .gap }
    if let step, !options.set(.step, to: step) { return .step }
    return nil
  }

  private static func prefixes(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { $0.uppercased() } }
  }
}
