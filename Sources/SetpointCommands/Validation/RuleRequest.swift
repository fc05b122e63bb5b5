import Diagnostics
import ScheduleModel
import ScheduleRules

/// What a command line says about the rules; it wins over the project's options.
struct RuleRequest: Sendable {
  /// The lowest severity to report.
  var level: Severity?
  /// Whether warnings count as errors do.
  var strict = false
  /// How the codes of the rules that hold begin; all where there are none.
  var select: [String] = []
  /// How the codes of the rules that do not hold begin.
  var ignore: [String] = []
  var deadband: Temperature?
  /// Minutes between periods.
  var gap: Int?
  var step: Temperature?
  /// The device that has to hold the schedules, too.
  var device: String?

  /// What is wrong with it, a sentence for the one who gave the command.
  var fault: String? {
    var options = CheckOptions()
    if let refused = set(in: &options) { return "--\(refused.name) takes \(refused.expectation)" }
    return select.lazy.compactMap(RuleTable.all.refusal(toSelect:)).first
      ?? ignore.lazy.compactMap(RuleTable.all.refusal(toIgnore:)).first
  }

  /// Returns the project's options, or the standard ones, with what the command line says.
  func applied(to project: CheckOptions?) -> CheckOptions {
    var options = project ?? CheckOptions()
    if let level { options.level = level }
    if !select.isEmpty { options.select = select }
    if !ignore.isEmpty { options.ignore += ignore }
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

  /// The beginnings of codes in texts with commas.
  static func prefixes(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { $0.uppercased() } }
  }
}
