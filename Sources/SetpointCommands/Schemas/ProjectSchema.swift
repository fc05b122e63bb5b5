import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// The JSON Schema of `.setpoint.json`. What it rejects, the reader rejects.
enum ProjectSchema {
  private typealias Parts = SchemaParts

  static let json = Parts.object(
    [Parts.schemaMember] + CheckSetting.all.map { ($0.name, value(of: $0)) } + [
      ("level", Parts.oneOf(severities, "The lowest severity that is reported.")),
      (
        "rules",
        Parts.map(
          names: Parts.oneOf(RuleTable.all.rules.filter { !$0.isMandatory }.map(\.code)),
          Parts.oneOf(["off"] + severities), "Rules by their codes: another severity, or off.")
      ),
      ("select", codes("Only rules whose codes begin so.")),
      ("ignore", codes("No rules whose codes begin so.")),
    ],
    optional: [JSONReader.schemaMember, "level", "rules", "select", "ignore"]
      + CheckSetting.all.map(\.name))

  private static let severities = Severity.allCases.reversed().map(\.name)

  private static func codes(_ description: String) -> JSONValue {
    Parts.array(of: Parts.text(matching: "^S(P[0-9]{0,3})?$"), description)
  }

  private static func value(of setting: CheckSetting) -> JSONValue {
    switch setting.kind {
    case .minutes(let range, _):
      return Parts.number("integer", in: range, setting.meaning)
    case .degrees(let range, _):
      let degrees = Parts.number(
        "number", in: range.lowerBound.tenths / 10...range.upperBound.tenths / 10)
      let units = TemperatureUnit.allCases.map(\.rawValue)
      return Parts.object(units.map { ($0, degrees) }, optional: units, setting.meaning)
    }
  }
}

extension CheckSetting {
  fileprivate var meaning: String {
    switch name {
    case Self.gap.name: "The fewest minutes between periods (SP203)."
    case Self.step.name: "The largest rise of heat between periods (SP406)."
    default: "The smallest difference of cool and heat (SP302)."
    }
  }
}
