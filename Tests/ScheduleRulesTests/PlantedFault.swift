import ScheduleModel
import TestSupport
import Testing

/// A clean document and the row of it in which a fault is planted.
struct PlantingSite {
  var piece: TextPiece
  let schedule: Week
  let index: Int
  let row: RowAddress
  var generator: SeededGenerator

  var unit: TemperatureUnit { schedule.unit }
  var days: [String] { ["schedules", "\(index)", "days"] }
  var day: [String] { days + [row.day.name] }
  var path: [String] { day + [row.period.name] }

  /// Puts a value into a cell and expects the finding there.
  mutating func put(_ value: TextPiece, _ field: Field) -> ExpectedPlace {
    piece[path: path + [field.name]] = value
    return .value(path + [field.name])
  }

  mutating func put(_ temperature: Temperature, _ field: Field) -> ExpectedPlace {
    put(.raw("\(temperature)"), field)
  }

  mutating func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }
}

/// Where a planted fault must be found.
enum ExpectedPlace: Sendable {
  case value([String])
  case key([String], number: Int = 0)

  func place(in written: WrittenText) -> TextPlace? {
    switch self {
    case .value(let path): written.value(Self.pointer(path))
    case .key(let path, let number): written.key(Self.pointer(path), number: number)
    }
  }

  private static func pointer(_ path: [String]) -> String {
    path.map { "/" + $0 }.joined()
  }
}

/// A kind of fault: how it is planted, and the expected finding.
struct PlantedFault: Sendable, CustomTestStringConvertible {
  let name: String
  let code: String
  /// Plants the fault; nil where the row has no room for it.
  let plant: @Sendable (inout PlantingSite) -> ExpectedPlace?

  var testDescription: String { "\(code) \(name)" }

  init(
    _ code: String, _ name: String,
    plant: @escaping @Sendable (inout PlantingSite) -> ExpectedPlace?
  ) {
    self.name = name
    self.code = code
    self.plant = plant
  }
}

extension PlantedFault {
  /// All kinds that are possible in any row of any schedule.
  static let inRows: [PlantedFault] = structural + types + times + temperatures

  private static let structural: [PlantedFault] = [
    PlantedFault("SP104", "missing day") { site in
      site.piece[path: site.day] = nil
      return .key(site.days)
    },
    PlantedFault("SP104", "misspelt day") { site in
      let name = site.pick([
        String(site.row.day.name.dropLast()), site.row.day.title, "x" + site.row.day.name,
      ])
      site.piece.rename(site.row.day.name, to: name, in: site.days)
      return .key(site.days + [name])
    },
    PlantedFault("SP105", "missing period") { site in
      site.piece[path: site.path] = nil
      return .key(site.day)
    },
    PlantedFault("SP105", "misspelt period") { site in
      let name = site.row.period.name + "s"
      site.piece.rename(site.row.period.name, to: name, in: site.day)
      return .key(site.day + [name])
    },
    PlantedFault("SP106", "unknown member") { site in
      let object = site.pick([[], Array(site.days.dropLast()), site.days, site.day, site.path])
      let key = site.pick(["x", "humidity", "night", "höhe", "heat_mode", "days2_extra"])
      let value = site.pick([TextPiece.raw("null"), .raw("[1, {\"a\": 2}]"), .text("ja")])
      site.piece.insert(key, value, at: site.random(0...7), in: object)
      return .key(object + [key])
    },
    PlantedFault("SP106", "misspelt optional member") { site in
      let object = Array(site.days.dropLast())
      guard site.piece[path: object + ["notes"]] == nil else { return nil }
      site.piece.insert("note", .text("x"), at: site.random(0...2), in: object)
      return .key(object + ["note"])
    },
    PlantedFault("SP108", "repeated member") { site in
      let path = site.pick([
        ["unit"], ["format"], ["version"], site.days.dropLast() + ["name"], site.day, site.path,
        site.path + ["time"], site.path + ["heat"], site.path + ["cool"],
      ])
      guard let value = site.piece[path: path] else { return nil }
      let object = Array(path.dropLast())
      site.piece.insert(path[path.count - 1], value, at: site.random(0...9), in: object)
      return .key(path, number: 1)
    },
    PlantedFault("SP110", "missing field") { site in
      site.piece[path: site.path + [site.pick(Field.allCases).name]] = nil
      return .key(site.path)
    },
    PlantedFault("SP110", "empty row") { site in
      site.piece[path: site.path] = .object([])
      return .key(site.path)
    },
    PlantedFault("SP110", "misspelt field") { site in
      let field = site.pick(Field.allCases)
      let name = site.pick([
        field.name.uppercased(), field.name + "e", String(field.name.dropFirst()),
      ])
      site.piece.rename(field.name, to: name, in: site.path)
      return .key(site.path + [name])
    },
  ]

  private static let types: [PlantedFault] = [
    PlantedFault("SP107", "number in quotes") { site in
      let field = site.pick([Field.heat, .cool])
      return site.put(.text("\(site.schedule[CellAddress(site.row, field)])"), field)
    },
    PlantedFault("SP107", "temperature of another type") { site in
      let value = site.pick(["null", "true", "[70]", "{}", "\"warm\"", "70.25", "6.9999"])
      return site.put(.raw(value), site.pick([Field.heat, .cool]))
    },
    PlantedFault("SP107", "time of another type") { site in
      site.put(.raw(site.pick(["600", "6.5", "null", "false", "[]", "{\"h\": 6}"])), .time)
    },
    PlantedFault("SP107", "row, day or days of another type") { site in
      let path = site.pick([site.path, site.day, site.days])
      site.piece[path: path] = .raw(site.pick(["[]", "null", "5", "\"06:00 70 78\""]))
      return .value(path)
    },
    PlantedFault("SP107", "text of another type") { site in
      let path = site.days.dropLast() + [site.pick(["name", "notes", "device"])]
      site.piece[path: Array(path)] = .raw(site.pick(["[]", "null", "5", "{}"]))
      return .value(Array(path))
    },
  ]

  private static let times: [PlantedFault] = [
    PlantedFault("SP201", "no time") { site in
      let texts = [
        "25:61", "24:00", "6:00", "noon", "", "06:00:00", "06.00", "０６:００", " 06:00", "-1:00",
      ]
      return site.put(.text(site.pick(texts)), .time)
    },
    PlantedFault("SP202", "time not after the one before") { site in
      guard let period = Period(rawValue: site.row.period.rawValue - 1) else { return nil }
      let before = site.schedule[RowAddress(site.row.day, period)].time.minutes
      let minutes = max(0, before - site.pick([0, 0, 1, 30, 1000]))
      return site.put(.text("\(TimeOfDay(wrapping: minutes))"), .time)
    },
    PlantedFault("SP203", "time soon after the one before") { site in
      guard let period = Period(rawValue: site.row.period.rawValue - 1) else { return nil }
      let before = site.schedule[RowAddress(site.row.day, period)].time.minutes
      return site.put(.text("\(TimeOfDay(wrapping: before + site.random(1...14)))"), .time)
    },
  ]

  private static let temperatures: [PlantedFault] = [
    PlantedFault("SP301", "heat not below cool") { site in
      let limit = site.unit == .fahrenheit ? 990 : 370
      guard let cool = site.schedule[site.row].cool else { return nil }
      return site.put(Temperature(tenths: min(limit, cool.tenths + site.pick([0, 1, 10]))), .heat)
    },
    PlantedFault("SP302", "narrow deadband") { site in
      let least = site.unit == .fahrenheit ? 30 : 15
      guard let cool = site.schedule[site.row].cool else { return nil }
      return site.put(Temperature(tenths: cool.tenths - site.random(1...(least - 1))), .heat)
    },
    PlantedFault("SP303", "implausible temperature") { site in
      let text = site.pick(["720", "-40", "0", "1e9", "-1e300", "1000000.5", "1", "99.9", "700"])
      let limit = site.unit == .fahrenheit ? 35...99.0 : 2...37.0
      guard let number = Double(text), !limit.contains(number) else { return nil }
      return site.put(.raw(text), site.pick([Field.heat, .cool]))
    },
    PlantedFault("SP304", "freezing heat") { site in
      let tenths = site.unit == .fahrenheit ? site.random(350...449) : site.random(20...69)
      return site.put(Temperature(tenths: tenths), .heat)
    },
    PlantedFault("SP404", "leave heats above wake") { site in
      guard site.row.period == .leave else { return nil }
      guard let wake = site.schedule[RowAddress(site.row.day, .wake)].heat,
        let cool = site.schedule[site.row].cool
      else { return nil }
      let heat = Temperature(tenths: wake.tenths + 1)
      let least = Temperature(tenths: site.unit == .fahrenheit ? 30 : 15)
      guard cool - heat >= least else { return nil }
      return site.put(heat, .heat)
    },
    PlantedFault("SP404", "leave cools below wake") { site in
      guard site.row.period == .leave else { return nil }
      guard let wake = site.schedule[RowAddress(site.row.day, .wake)].cool,
        let heat = site.schedule[site.row].heat
      else { return nil }
      let cool = Temperature(tenths: wake.tenths - 1)
      let least = Temperature(tenths: site.unit == .fahrenheit ? 30 : 15)
      guard cool - heat >= least else { return nil }
      return site.put(cool, .cool)
    },
  ]
}
