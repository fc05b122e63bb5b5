import ArgumentParser
import Diagnostics
import ScheduleModel
import ScheduleRules

/// The options for checks, which override the project's.
struct CheckOptionGroup: ParsableArguments {
  @Option(help: "Lowest severity")
  var level: Severity?

  @Flag(help: "Report warnings, and exit with 1 for them.")
  var strict = false

  @Option(help: "Only rules with these prefixes: SP3,SP203.", completion: .ruleLists)
  var select: [String] = []

  @Option(
    help: "No rules with these prefixes.", completion: .ruleLists)
  var ignore: [String] = []

  @Option(
    help: "SP302: smallest gap of setpoints (3 °F, 1.5 °C).")
  var deadband: Temperature?

  @Option(help: "SP203: fewest minutes of a period (15).")
  var gap: Int?

  @Option(
    help: "SP406: largest rise of heat (10 °F, 5.5 °C).")
  var step: Temperature?

  @Option(
    help: "Also check what this device supports.",
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
