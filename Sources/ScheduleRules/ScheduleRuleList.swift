package import Diagnostics

/// The rules about schedule files, each said once.
package enum ScheduleRuleList {
  /// Those that the reader calls where it comes to what they are about, and SP305 and SP101, which have
  /// their own places.
  static let readerRules: [any Rule.Type] = [
    SP101WellFormed.self,
    SP108DuplicateKey.self,
    SP102KnownFormat.self,
    SP103KnownUnit.self,
    SP107ValueType.self,
    SP109ScheduleName.self,
    SP201TimeFormat.self,
    SP305OtherUnit.self,
  ]

  /// Those about the objects of a document, in the order in which they look at one.
  static let objectRules: [any ObjectRule.Type] = [
    SP106UnknownMember.self,
    SP110MissingField.self,
    SP105AllPeriods.self,
    SP104AllDays.self,
  ]

  /// Those about the values of a week: a rule comes after those whose findings make its own needless.
  static let weekRules: [any WeekRule.Type] = [
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

  /// Those about values but for mere advice, told apart once: each check would ask every rule.
  static let weekRulesWithoutAdvice = weekRules.filter { !$0.isAdvice }

  /// All of them.
  package static let all = readerRules + objectRules.map { $0 } + weekRules.map { $0 }

  /// What there is to say about each rule, by code.
  package static let infos: [RuleInfo] = all.map { $0.info }.sorted { $0.code < $1.code }
}
