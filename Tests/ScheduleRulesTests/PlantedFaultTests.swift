import Diagnostics
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

@Suite struct PlantedFaultTests {
  @Test(
    "one fault in any row gives exactly one finding with its code and place",
    arguments: PlantedFault.inRows)
  func faultInARowIsFound(fault: PlantedFault) {
    var planted = 0
    for seed in 1...UInt64(Rounds.of(3)) {
      for row in RowAddress.all {
        var generator = SeededGenerator(seed: seed * 1000 + UInt64(row.index))
        let document = RandomDocument(using: &generator)
        let index = Int.random(in: document.schedules.indices, using: &generator)
        var site = PlantingSite(
          piece: document.piece, schedule: document.schedules[index].schedule, index: index,
          row: row, generator: generator)
        guard let expected = fault.plant(&site) else { continue }
        planted += 1
        let written = WrittenText(site.piece, layout: document.layout)
        expect(fault.code, at: expected, in: written, "seed \(generator.seed) \(row)")
      }
    }
    #expect(planted >= (fault.code == "SP404" ? 14 : 28), "\(planted) were planted")
  }

  @Test("a fault of the document is found at its place", arguments: TextLayout.all)
  func faultOfTheDocumentIsFound(layout: TextLayout) {
    for (code, change, expected) in Self.documentFaults {
      for unit in TemperatureUnit.allCases {
        var piece = TextPiece.document(
          [("Home", .standard(unit)), ("Away", .standard(unit))], unit: unit)
        change(&piece)
        expect(code, at: expected, in: WrittenText(piece, layout: layout), "\(code) \(unit)")
      }
    }
  }

  @Test("the values of the other unit are found as one mistake")
  func otherUnitIsFound() {
    for seed in UInt64(1)...50 {
      var generator = SeededGenerator(seed: seed)
      let document = RandomDocument(using: &generator)
      var piece = document.piece
      piece["unit"] = .text(document.unit == .celsius ? "F" : "C")
      let written = WrittenText(piece, layout: document.layout)
      expect("SP305", at: .value(["unit"]), in: written, "seed \(seed)")
    }
  }

  @Test("one advice is found in its row", arguments: TemperatureUnit.allCases)
  func adviceIsFound(unit: TemperatureUnit) {
    for row in RowAddress.all {
      for (code, cell, value) in Self.advice(row, unit) {
        var piece = TextPiece.document([("Home", .standard(unit))], unit: unit)
        let days = ["schedules", "0", "days"]
        piece[path: days + [row.day.name, row.period.name, cell.field.name]] = .raw("\(value)")
        let place = days + [cell.day.name, cell.period.name, cell.field.name]
        expect(
          code, at: .value(place), in: WrittenText(piece), "\(code) \(row)",
          options: RuleTableTests.everything)
      }
    }
  }

  private func expect(
    _ code: String, at expected: ExpectedPlace, in written: WrittenText, _ comment: String,
    options: CheckOptions = CheckOptions()
  ) {
    let found = DocumentCheck(bytes: written.bytes, file: "x.json", options: options).diagnostics
    #expect(
      found.map(\.code) == [code], "\(comment) \(found.map(\.summary))\n\(written.text)")
    guard let diagnostic = found.first, let place = expected.place(in: written) else {
      Issue.record("\(comment): no finding or no place")
      return
    }
    let location = diagnostic.location
    #expect(location?.line == place.line, "\(comment) \(diagnostic.summary)\n\(written.text)")
    #expect(location?.column == place.column, "\(comment) \(diagnostic.summary)\n\(written.text)")
    #expect(location?.offset == place.offset, "\(comment) \(diagnostic.summary)")
  }
}

extension PlantedFaultTests {
  typealias DocumentFault = (
    code: String, change: @Sendable (inout TextPiece) -> Void, at: ExpectedPlace
  )

  private static let documentFaults: [DocumentFault] = [
    ("SP102", { $0["format"] = .text("setpoint") }, .value(["format"])),
    ("SP102", { $0["format"] = nil }, .value([])),
    ("SP102", { $0.rename("format", to: "fromat", in: []) }, .key(["fromat"])),
    ("SP102", { $0["version"] = .raw("2") }, .value(["version"])),
    ("SP102", { $0["version"] = .raw("0") }, .value(["version"])),
    ("SP102", { $0["version"] = .raw("1.0") }, .value(["version"])),
    ("SP102", { $0["version"] = .text("1") }, .value(["version"])),
    ("SP102", { $0["version"] = nil }, .value([])),
    ("SP103", { $0["unit"] = .text("K") }, .value(["unit"])),
    ("SP103", { $0["unit"] = .text("f") }, .value(["unit"])),
    ("SP103", { $0["unit"] = .raw("null") }, .value(["unit"])),
    ("SP103", { $0["unit"] = nil }, .value([])),
    ("SP103", { $0.rename("unit", to: "Unit", in: []) }, .key(["Unit"])),
    ("SP107", { $0["schedules"] = .object([]) }, .value(["schedules"])),
    ("SP107", { $0[path: ["schedules", "1"]] = .raw("[]") }, .value(["schedules", "1"])),
    ("SP110", { $0["schedules"] = nil }, .value([])),
    ("SP110", { $0["schedules"] = .array([]) }, .value(["schedules"])),
    ("SP110", { $0[path: ["schedules", "1", "name"]] = nil }, .value(["schedules", "1"])),
    ("SP110", { $0[path: ["schedules", "0", "days"]] = nil }, .value(["schedules", "0"])),
    (
      "SP104", { $0[path: ["schedules", "1", "days"]] = .object([]) },
      .key(["schedules", "1", "days"])
    ),
    ("SP109", { $0[path: name(1)] = .text("") }, .value(name(1))),
    ("SP109", { $0[path: name(1)] = .text("Home") }, .value(name(1))),
    ("SP109", { $0[path: name(1)] = .text("\\u0048ome") }, .value(name(1))),
    ("SP109", { $0[path: name(0)] = .text("a\\u001b[2J") }, .value(name(0))),
    ("SP109", { $0[path: name(0)] = .text("a\u{202E}b") }, .value(name(0))),
    ("SP109", { $0[path: name(0)] = .text(String(repeating: "ä", count: 65)) }, .value(name(0))),
  ]

  private static func name(_ index: Int) -> [String] { ["schedules", "\(index)", "name"] }

  /// What one changed value of the default brings, and in which cell.
  private static func advice(
    _ row: RowAddress, _ unit: TemperatureUnit
  ) -> [(code: String, cell: CellAddress, value: Temperature)] {
    guard let standardHeat = Week.standard(unit)[row].heat,
      let standardCool = Week.standard(unit)[row].cool
    else { return [] }
    let tenth = Temperature(tenths: 1)
    let (heat, cool) = (CellAddress(row, .heat), CellAddress(row, .cool))
    guard row.period != .wake, row.period != .return else {
      return [("SP401", heat, standardHeat + tenth), ("SP401", cool, standardCool - tenth)]
    }
    let next = RowAddress.all[(row.index + 1) % 28]
    let deep = Temperature(tenths: standardHeat.tenths - (unit == .fahrenheit ? 21 : 16))
    return [
      ("SP402", heat, standardHeat + tenth), ("SP402", cool, standardCool - tenth),
      ("SP406", CellAddress(next, .heat), deep),
    ]
  }
}
