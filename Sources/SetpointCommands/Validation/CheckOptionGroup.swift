import ArgumentParser
import Diagnostics
import ScheduleModel
import ScheduleRules

/// The options for checks, which override the project's.
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
    if let fault = request.fault { throw ValidationError(fault) }
  }

  var request: RuleRequest {
    RuleRequest(
      level: level, strict: strict, select: RuleRequest.prefixes(select),
      ignore: RuleRequest.prefixes(ignore), deadband: deadband, gap: gap, step: step,
      device: device)
  }
}
