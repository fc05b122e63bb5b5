package import Diagnostics

/// The rules about schedule files, each said once.
package enum ScheduleRuleList {
  /// All of them, in the order in which they look at a file: a rule comes after those whose findings
  /// make its own needless.
  package static let all: [any Rule.Type] = [
    SP101WellFormed.self,
    SP108DuplicateKey.self,
    SP102KnownFormat.self,
    SP106UnknownMember.self,
    SP103KnownUnit.self,
    SP110MissingField.self,
    SP107ValueType.self,
    SP109ScheduleName.self,
    SP201TimeFormat.self,
    SP105AllPeriods.self,
    SP104AllDays.self,
    SP305OtherUnit.self,
    SP303PlausibleRange.self,
    SP202TimeOrder.self,
    SP203SmallestGap.self,
    SP301HeatBelowCool.self,
    SP304FreezeGuard.self,
    SP302Deadband.self,
    SP404InvertedSetback.self,
    SP401ComfortLimit.self,
    SP402Setback.self,
    SP406LargeStep.self,
  ]

  /// Those about the objects of a document.
  static let objectRules = all.compactMap { $0 as? any ObjectRule.Type }

  /// Those about the values of a week.
  static let weekRules = all.compactMap { $0 as? any WeekRule.Type }

  /// Whether the fast reader may read a document: it runs no rules but those about values.
  package static func allowsKnownShape(_ rules: [any Rule.Type] = all) -> Bool {
    rules.allSatisfy { $0 is any WeekRule.Type || $0.proof != .onlyByRunning }
  }

  /// What there is to say about each rule, by code.
  package static let infos: [RuleInfo] = all.map { $0.info }.sorted { $0.code < $1.code }
}
