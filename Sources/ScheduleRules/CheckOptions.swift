package import Diagnostics
package import ScheduleModel

/// What to check and what to report.
package struct CheckOptions: Sendable {
  package enum RuleLevel: Sendable, Hashable {
    case off
    /// Report with this severity instead of the rule's own.
    case severity(Severity)
  }

  /// The smallest difference of cool and heat (SP302) by unit; nil for the default.
  package var deadband: [TemperatureUnit: Temperature] = [:]
  /// The fewest minutes between neighbouring periods of a day (SP203).
  package var gap = 15
  /// The day from which on dates are not past (SP608); nil if unknown.
  package var today: CalendarDay?
  /// The lowest severity to report.
  package var level = Severity.warning { didSet { chooseWeekRules() } }
  /// The levels of individual rules, by code. Mandatory rules are not affected.
  package var severities: [String: RuleLevel] = [:] { didSet { chooseWeekRules() } }
  /// The prefixes of codes to report; empty for all.
  package var select: [String] = [] { didSet { chooseWeekRules() } }
  /// The prefixes of codes to ignore. If a code is both selected and ignored, the longer prefix wins, or else `ignore`.
  package var ignore: [String] = [] { didSet { chooseWeekRules() } }
  /// The rules about values to run.
  private(set) var weekRules = ScheduleRuleList.weekRules.filter { !$0.isAdvice }
  /// The most findings listed per document, errors first; the rest are counted.
  package var limit = 1000
  var listsFixesAlone = false
  /// Whether findings include fixes; streams of records do not need them.
  package var makesFixes = true

  package init() {}

  /// The values that `gap` may have, in minutes.
  package static let gaps = 0...1439
  /// The values that `deadband` may have, in degrees.
  package static let differences = Temperature(0)...Temperature(100)
  package static let differenceWords = "degrees with at most one decimal, 0 to 100"

  /// The severity of a rule's findings; nil if they are not reported.
  package func severity(of rule: RuleInfo) -> Severity? {
    var severity = rule.severity
    if rule.isMandatory { return severity }
    switch severities[rule.code] {
    case .off: return nil
    case .severity(let chosen): severity = chosen
    case nil: break
    }
    guard severity >= level, isSelected(rule.code) else { return nil }
    return severity
  }

  /// Whether the user has switched a rule off, whatever its severity.
  func isDisabled(_ rule: RuleInfo) -> Bool {
    !rule.isMandatory && (severities[rule.code] == .off || !isSelected(rule.code))
  }

  /// A rule that is switched off does not run, since it must not hide the findings of another. Advice hides none.
  private mutating func chooseWeekRules() {
    weekRules = ScheduleRuleList.weekRules.filter {
      $0.isAdvice ? severity(of: $0.info) != nil : !isDisabled($0.info)
    }
  }

  private func isSelected(_ code: String) -> Bool {
    guard !select.isEmpty || !ignore.isEmpty else { return true }
    let longest = { (prefixes: [String]) in
      prefixes.filter { code.hasPrefix($0) }.map(\.utf8.count).max()
    }
    guard let selected = select.isEmpty ? 0 : longest(select) else { return false }
    return longest(ignore).map { selected > $0 } ?? true
  }
}
