import Diagnostics
import ScheduleModel
import ScheduleRules

/// The rule options of a command line, which override the project's.
struct RuleRequest: Sendable {
  /// The lowest severity to report.
  var level: Severity?
  /// Whether warnings count as errors.
  var strict = false
  /// The prefixes of codes to report; empty for all.
  var select: [String] = []
  /// The prefixes of codes to ignore.
  var ignore: [String] = []
  var deadband: Temperature?
  /// Minutes between periods.
  var gap: Int?
  var step: Temperature?
  /// The device to check as well.
  var device: String?

  /// Why the options are invalid, for the user.
  var fault: String? {
    var options = CheckOptions()
    if let refused = set(in: &options) { return "--\(refused.name) must be \(refused.expectation)" }
    return select.lazy.compactMap(RuleTable.all.refusal(toSelect:)).first
      ?? ignore.lazy.compactMap(RuleTable.all.refusal(toIgnore:)).first
  }

  /// Returns the project's options, or the default ones, with those of the command line applied.
  func applied(to project: CheckOptions?) -> CheckOptions {
    var options = project ?? CheckOptions()
    options.today = .today
    if let level { options.level = level }
    if !select.isEmpty { options.select = select }
    if !ignore.isEmpty { options.ignore += ignore }
    if strict { options.level = min(options.level, .warning) }
    _ = set(in: &options)
    return options
  }

  /// Applies the settings to `options`; returns the first setting out of range, if any.
  private func set(in options: inout CheckOptions) -> CheckSetting? {
    if let deadband, !options.set(.deadband, to: deadband) { return .deadband }
    if let gap, !options.set(.gap, to: gap) { return .gap }
    if let step, !options.set(.step, to: step) { return .step }
    return nil
  }

  /// Splits comma-separated prefixes of codes.
  static func prefixes(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { $0.uppercased() } }
  }
}
