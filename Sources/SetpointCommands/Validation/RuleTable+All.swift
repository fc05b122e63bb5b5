import DeviceFormats
package import Diagnostics
import ScheduleRules

extension RuleTable {
  /// All rules, SP101 to SP528: the combined lists of the targets.
  package static let all = RuleTable(ScheduleRuleList.infos + DeviceRules.infos)
}
