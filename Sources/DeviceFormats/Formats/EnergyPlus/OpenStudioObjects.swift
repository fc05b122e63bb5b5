import Diagnostics
import ScheduleModel

/// The objects of an OpenStudio model (.osm) as those of EnergyPlus: they name each other by handles.
///
/// Sources: models that PyPI openstudio 3.11.0 wrote, and what its ForwardTranslator made of them.
enum OpenStudioObjects {
  private static let classes: Set = [
    "os:schedule:ruleset", "os:schedule:rule", "os:schedule:day", "os:schedule:constant",
    "os:schedule:compact", "os:thermalzone",
    "os:thermostatsetpoint:dualsetpoint",
  ]

  static func isWanted(_ type: String) -> Bool { classes.contains(type) }

  /// The objects with the names that EnergyPlus has for them; those of EnergyPlus as they are.
  ///
  /// - Throws: `ImportRefusal.unreadable` for an object that lacks a field.
  static func asEnergyPlus(_ objects: [[IDFField]]) throws(ImportRefusal) -> [[IDFField]] {
    var names: [String: String] = [:]
    var thermostats: Set<String> = []
    for object in objects where object.count > 2 && isWanted(object[0].text) {
      names[object[1].text] = object[2].text
      if object[0].text.hasPrefix("os:thermostat") { thermostats.insert(object[1].text) }
    }
    let named = { (field: IDFField) in field.withText(names[field.text] ?? field.text) }
    var rules: [String: [[IDFField]]] = [:]
    for object in objects where object[0].text == "os:schedule:rule" && object.count > 5 {
      rules[named(object[3]).text, default: []].append(object.map(named))
    }
    var result: [[IDFField]] = []
    for object in objects {
      let type = object[0].text
      guard isWanted(type) else {
        result.append(object)
        continue
      }
      guard object.count > 3 else { throw object[0].fault("\(type.quoted()) without fields") }
      let own = object[2...].map(named)
      let at = { (type: String) in [object[0].withText(type)] }
      switch type {
      case "os:thermalzone":
        let none = object[0].withText("")
        for field in object[3...] where thermostats.contains(field.text) {
          result.append(at("zonecontrol:thermostat") + [none, own[0], none, none, named(field)])
        }
      case "os:schedule:day": result.append(at("schedule:day:interval") + interval(own))
      case "os:schedule:ruleset":
        result += try year(of: own, object[0], rules.removeValue(forKey: own[0].text) ?? [])
      case "os:schedule:rule": continue
      default: result.append(at(String(type.dropFirst(3))) + own)
      }
    }
    return result
  }

  /// Hours and minutes in fields of their own become times.
  private static func interval(_ fields: [IDFField]) -> [IDFField] {
    var result = Array(fields.prefix(3))
    var rest = fields.dropFirst(3)
    while rest.count >= 3, let hour = rest.popFirst(), let minute = rest.popFirst() {
      result.append(hour.withText("\(hour.text):\(minute.text)"))
      if let value = rest.popFirst() { result.append(value) }
    }
    return result + rest
  }

  private struct Rule {
    let day: IDFField
    let days: Set<Int>
    let dates: CalendarDates
  }

  /// Returns the year of a ruleset, and a week for each part of it in which the same rules hold.
  ///
  /// `object` has a name, type limits and a default day, which rules replace on days of the week and of the year; the
  /// first rule that applies decides.
  private static func year(
    of object: [IDFField], _ place: IDFField, _ written: [[IDFField]]
  ) throws(ImportRefusal) -> [[IDFField]] {
    guard object.count > 2, written.count <= 100 else {
      throw place.fault("a ruleset without a day, or with more than 100 rules")
    }
    var rules: [Rule] = []
    for rule in written.sorted(by: { (Int($0[4].text) ?? 0) < (Int($1[4].text) ?? 0) }) {
      // 6 to 12: Sunday to Saturday; 13: the kind of dates; 14 to 17: from and to.
      func field(_ index: Int) -> String { index < rule.count ? rule[index].text.lowercased() : "" }
      // Single dates are holidays, which a week cannot have.
      if field(13) == "specificdates" { continue }
      let ends = [(14, "1/1"), (16, "12/31")].map { index, usual in
        CalendarDay(ofSeason: field(index).isEmpty ? usual : field(index) + "/" + field(index + 1))
          .map { CalendarDate($0, isYearly: true) }
      }
      guard let from = ends[0], let to = ends[1], let dates = CalendarDates(from: from, to: to)
      else {
        throw rule[0].fault("the dates of \(rule[2].text.quoted()) are not dates")
      }
      rules.append(
        Rule(
          day: rule[5], days: Set((0..<7).filter { field(6 + $0) == "yes" }), dates: dates))
    }

    let changes = rules.map(\.dates).flatMap { [$0.from.day.advanced(by: -1), $0.to.day] }
    let ends = Set(changes + [.newYearsEve]).subtracting([.lastNewYearsEve]).sorted()
    var year = [place.withText("schedule:year")] + object[..<2]
    var weeks: [[IDFField]] = []
    for (last, end) in zip([.lastNewYearsEve] + ends, ends) {
      let start = last.advanced(by: 1)
      let name = place.withText("\(object[0].text) from \(start.seasonText)")
      let held = rules.filter { $0.dates.contains(start) }
      let days = (0..<7).map { day in held.first { $0.days.contains(day) }?.day ?? object[2] }
      weeks.append([place.withText("schedule:week:daily"), name] + days)
      year.append(name)
      let dates = [start.parts, end.parts]
      year += dates.flatMap { [$0.month, $0.day] }.map { place.withText("\($0)") }
    }
    return weeks + [year]
  }
}
