import DeviceFormats
package import Diagnostics
import ScheduleRules

extension RuleTable {
  /// All rules, SP101 to SP527: each target lists its own, and here the lists are joined.
  package static let all = RuleTable(ScheduleRuleList.infos + DeviceRules.infos)
}
