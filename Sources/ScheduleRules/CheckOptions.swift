package import Diagnostics
package import ScheduleModel

/// What the checker looks for and what it reports.
package struct CheckOptions: Sendable, Hashable {
  /// What a configuration makes of one rule.
  package enum RuleLevel: Sendable, Hashable {
    /// The rule reports nothing.
    case off
    /// Findings have this severity instead of the rule's own.
    case severity(Severity)
  }

  /// A temperature difference for files in each scale.
  package struct PerUnit: Sendable, Hashable {
    private var fahrenheit: Temperature?
    private var celsius: Temperature?

    /// Changes nothing.
    package init() {}

    /// The one for files in `unit`; nil for the standard.
    package subscript(unit: TemperatureUnit) -> Temperature? {
      get { unit == .fahrenheit ? fahrenheit : celsius }
      set {
        switch unit {
        case .fahrenheit: fahrenheit = newValue
        case .celsius: celsius = newValue
        }
      }
    }
  }

  /// The smallest difference of cool and heat (SP302); nil for `WeekLimits.standardDeadband`.
  package var deadband = PerUnit()
  /// The fewest minutes between neighbouring periods of a day (SP203).
  package var gap = 15
  /// The largest rise of heat from one period to the next (SP406); nil for `WeekLimits.standardStep`.
  package var step = PerUnit()
  /// The lowest severity to report.
  package var level = Severity.warning
  /// What is made of single rules, by code. Mandatory rules stay as they are.
  package var severities: [String: RuleLevel] = [:]
  /// The beginnings of the codes that are reported; empty for all.
  package var select: [String] = []
  /// The beginnings of the codes that are left out. Where a code is selected and ignored, the longer
  /// beginning wins, and `ignore` at equal length.
  package var ignore: [String] = []
  /// The most findings of one document that are listed, errors first; the others are counted.
  package var limit = 1000
  /// Whether only findings with a fix are listed.
  var listsFixesAlone = false
  /// Whether findings carry their fixes; a stream of records has no use for them.
  package var makesFixes = true

  /// Takes the standard for everything.
  package init() {}
}

extension CheckOptions {
  /// The severity that findings of a rule get; nil where they are not told.
  package func severity(of rule: RuleInfo) -> Severity? {
    var severity = rule.severity
    if rule.isMandatory { return severity }
    if !severities.isEmpty {
      switch severities[rule.code] {
      case .off: return nil
      case .severity(let chosen): severity = chosen
      case nil: break
      }
    }
    guard severity >= level, isSelected(rule.code) else { return nil }
    return severity
  }

  /// Whether findings of rules that only advise may be told.
  var wantsAdvice: Bool { level == .info || !severities.isEmpty }

  private func isSelected(_ code: String) -> Bool {
    guard !select.isEmpty || !ignore.isEmpty else { return true }
    let longest = { (prefixes: [String]) in
      prefixes.filter { code.hasPrefix($0) }.map(\.utf8.count).max()
    }
    let selected = select.isEmpty ? 0 : longest(select)
    guard let selected else { return false }
    guard let ignored = longest(ignore) else { return true }
    return selected > ignored
  }
}
