/// All rules, by code.
package enum RuleTable {
  /// What there is to say about each rule, in the order of the codes.
  package static let all: [RuleInfo] = [
    SP101WellFormed.info,
    SP102KnownFormat.info,
    SP103KnownUnit.info,
    SP104AllDays.info,
    SP105AllPeriods.info,
    SP106UnknownMember.info,
    SP107ValueType.info,
    SP108DuplicateKey.info,
    SP109ScheduleName.info,
    SP110MissingField.info,
    SP201TimeFormat.info,
    SP202TimeOrder.info,
    SP203SmallestGap.info,
    SP301HeatBelowCool.info,
    SP302Deadband.info,
    SP303PlausibleRange.info,
    SP304FreezeGuard.info,
    SP305OtherUnit.info,
    SP401ComfortLimit.info,
    SP402Setback.info,
    SP404InvertedSetback.info,
    SP406LargeStep.info,
  ]

  /// The rules about values, in the order in which they look at a week: a rule comes after those
  /// whose findings make its own needless.
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

  /// Finds a rule by its code.
  package static func rule(_ code: String) -> RuleInfo? {
    all.first { $0.code == code }
  }
}
