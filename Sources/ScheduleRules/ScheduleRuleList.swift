package import Diagnostics

package protocol Rule: SendableMetatype {
  static var info: RuleInfo { get }
}

/// A rule about the members of objects: missing, unknown or misplaced ones.
protocol ObjectRule: Rule {
  static func check(_ object: ReadObject, reader: inout DocumentReader)
}

protocol WeekRule: Rule {
  static func check(_ review: inout WeekReview)
}

extension Rule {
  /// Whether it runs only when advice is reported.
  static var isAdvice: Bool { info.severity == .info }
}

/// The registry of rules about schedule files.
package enum ScheduleRuleList {
  /// The rules that the reader calls by name, and SP305 and SP101.
  static let readerRules: [any Rule.Type] = [
    SP101WellFormed.self,
    SP108DuplicateKey.self,
    SP102KnownFormat.self,
    SP103KnownUnit.self,
    SP107ValueType.self,
    SP109ScheduleName.self,
    SP201TimeFormat.self,
    SP305OtherUnit.self,
    SP601KnownSchedule.self,
    SP602RealDate.self,
    SP603PairedDates.self,
    SP604Condition.self,
    SP605LeapDay.self,
    SP606NeverApplies.self,
    SP607UnusedSchedule.self,
    SP608PastDates.self,
  ]

  /// The rules about objects, in the order of running.
  static let objectRules: [any ObjectRule.Type] = [
    SP106UnknownMember.self,
    SP110MissingField.self,
    SP105AllPeriods.self,
    SP104AllDays.self,
  ]

  /// The rules about values. A rule comes after those whose findings make its own redundant.
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

  package static let all = readerRules + objectRules.map { $0 } + weekRules.map { $0 }

  package static let infos: [RuleInfo] = all.map { $0.info }.sorted { $0.code < $1.code }
}
