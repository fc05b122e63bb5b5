/// A table of rules by code, for options and reports.
package struct RuleTable: Sendable {
  /// The rules in order of their codes.
  package let rules: [RuleInfo]
  private let indices: [String: Int]

  /// Creates a table of rules with distinct codes.
  package init(_ rules: [RuleInfo]) {
    self.rules = rules.sorted { $0.code < $1.code }
    indices = Dictionary(uniqueKeysWithValues: self.rules.enumerated().map { ($1.code, $0) })
  }

  package subscript(code: String) -> RuleInfo? { index(of: code).map { rules[$0] } }

  package func index(of code: String) -> Int? { indices[code] }

  /// Returns why no rule can be selected with this prefix; nil if it is valid.
  package func refusal(toSelect prefix: String) -> String? {
    let chosen = rules.filter { $0.code.hasPrefix(prefix) }
    guard !prefix.isEmpty, !chosen.isEmpty else {
      return "no rule's code begins with \(prefix.quoted()); see `setpoint rule`"
    }
    return chosen.allSatisfy(\.isOfImports) ? Self.refusalToChange(chosen[0]) : nil
  }

  /// Returns why no rule can be ignored with this prefix; nil if it is valid.
  package func refusal(toIgnore prefix: String) -> String? {
    refusal(toSelect: prefix) ?? self[prefix].flatMap(Self.refusalToChange)
  }

  /// Returns why options cannot change a rule; nil if they can.
  package static func refusalToChange(_ rule: RuleInfo) -> String? {
    if rule.isOfImports { return "\(rule.code) has no effect here: only imports report it" }
    return rule.isMandatory
      ? "\(rule.code) is always an error: a file that cannot be read was not checked"
      : nil
  }
}
