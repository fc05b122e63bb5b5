/// Rules by their codes: what options may name and what reports list.
package struct RuleTable: Sendable {
  /// The rules, in order of their codes.
  package let rules: [RuleInfo]
  private let indices: [String: Int]

  /// Makes a table of rules whose codes differ.
  package init(_ rules: [RuleInfo]) {
    self.rules = rules.sorted { $0.code < $1.code }
    indices = Dictionary(uniqueKeysWithValues: self.rules.enumerated().map { ($1.code, $0) })
  }

  /// The rule that has a code.
  package subscript(code: String) -> RuleInfo? { index(of: code).map { rules[$0] } }

  /// The place of a rule in the table.
  package func index(of code: String) -> Int? { indices[code] }

  /// Says why nothing can be selected by the beginning of a code; nil if something can.
  package func refusal(toSelect prefix: String) -> String? {
    guard prefix.isEmpty || !rules.contains(where: { $0.code.hasPrefix(prefix) }) else {
      return nil
    }
    return "no rule's code begins with \(prefix.quoted()); see `setpoint rule`"
  }

  /// Says why nothing can be ignored by the beginning of a code; nil if something can.
  package func refusal(toIgnore prefix: String) -> String? {
    refusal(toSelect: prefix) ?? self[prefix].flatMap(Self.refusalToChange)
  }

  /// Says why no option may change a rule; nil if one may.
  package static func refusalToChange(_ rule: RuleInfo) -> String? {
    rule.isMandatory
      ? "\(rule.code) cannot be switched off: a text that cannot be read was not checked at all"
      : nil
  }
}
