package import Diagnostics
package import ScheduleModel

/// What the checker looks for and what it tells.
package struct CheckOptions: Sendable, Hashable {
  /// What a configuration makes of one rule.
  package enum RuleLevel: Sendable, Hashable {
    /// Nothing is told.
    case off
    /// Findings have this severity instead of the rule's own.
    case severity(Severity)
  }

  /// A temperature difference for files in each scale.
  package struct PerUnit: Sendable, Hashable {
    /// For files in °F; nil for the standard.
    package var fahrenheit: Temperature?
    /// For files in °C; nil for the standard.
    package var celsius: Temperature?

    /// The one for files in `unit`.
    package subscript(unit: TemperatureUnit) -> Temperature? {
      unit == .fahrenheit ? fahrenheit : celsius
    }
  }

  /// The least difference of cool and heat (SP302) in the file's own scale; nil for
  /// `WeekLimits.standardDeadband`.
  package var deadband: Temperature?
  /// The same for each scale by itself; `deadband` goes before it.
  package var deadbandPerUnit = PerUnit()
  /// The least minutes between neighbours of a day (SP203).
  package var smallestGap = 15
  /// The largest rise of heat from one period to the next (SP406) in the file's own scale; nil for
  /// `WeekLimits.standardStep`.
  package var largestStep: Temperature?
  /// The same for each scale by itself; `largestStep` goes before it.
  package var largestStepPerUnit = PerUnit()
  /// The least severity that is told; info findings are left out unless they are asked for.
  package var level = Severity.warning
  /// What single rules are made, by code. Mandatory rules stay as they are.
  package var severities: [String: RuleLevel] = [:]
  /// The beginnings of the codes that are told; empty for all.
  package var select: [String] = []
  /// The beginnings of the codes that are left out. Where a code is selected and ignored, the longer
  /// beginning wins, and `ignore` at equal length.
  package var ignore: [String] = []
  /// The most findings of one document, so that no file can fill the memory; one more tells that
  /// there are others.
  package var limit = 1000

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
