import DeviceFormats
import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleText
import ScheduleModel
import TestSupport
import Testing

@testable import SetpointCommands
@testable import Streams

@Suite struct RecordExportTests {
  private func objects(
    _ line: [UInt8]?, to format: String = "csv", number: Int = 7,
    options: ExportOptions = ExportOptions()
  ) throws -> [(object: JSONNode, succeeded: Bool)] {
    let format = try #require(DeviceFormats.device(named: format)?.format)
    let stream = RecordStream(RecordExport(name: "fleet", format: format, options: options))
    // A chunk without bytes is a line that was too long.
    let chunk = LineChunk(bytes: line.map { $0 + [0x0A] } ?? [], firstLine: number)
    return try stream.answers(to: chunk).text.split(separator: 0x0A).map {
      let object = try JSONTree(parsing: Array($0)).root
      return (object, object["output"] != nil)
    }
  }

  private func line(_ schedules: [(String, Week)], unit: TemperatureUnit) -> [UInt8] {
    let text = WrittenText(.document(schedules, unit: unit)).text
    return text.utf8.map { $0 == 0x0A ? 0x20 : $0 }
  }

  @Test("each schedule of a document is an object with the text that its export alone has")
  func schedulesAreExported() throws {
    var generator = SeededGenerator(seed: 3)
    let weeks = (0..<3).map { _ in
      Week.random(unit: .celsius, step: 5, using: &generator)
    }
    let names = ["Haus", "é\"\\", "3"]
    let found = try objects(line(Array(zip(["Haus", "é\\\"\\\\", "3"], weeks)), unit: .celsius))
    #expect(found.count == 3)
    let format = try #require(DeviceFormats.device(named: "csv")?.format)
    for (index, (object, succeeded)) in found.enumerated() {
      #expect(succeeded)
      #expect(object.members.map(\.key) == ["line", "schedule", "output", "changes"])
      #expect(object["line"]?.integer == 7)
      #expect(object["schedule"]?.string == names[index])
      let alone = try format.export(weeks[index], name: names[index], options: ExportOptions())
      #expect(object["output"]?.string == alone.text)
      #expect(object["changes"]?.count == alone.changes.count)
    }
  }

  @Test("a schedule that breaks a rule prints its findings, and the next is exported")
  func brokenSchedulesAreRefused() throws {
    var broken = Week.standard(.fahrenheit)
    broken[RowAddress(.tuesday, .leave)].heat = Temperature(95)
    let found = try objects(
      line([("Bad", broken), ("Good", .standard(.fahrenheit))], unit: .fahrenheit))
    #expect(found.map(\.succeeded) == [false, true])
    let refusal = try #require(found.first?.object)
    #expect(refusal.members.map(\.key) == ["line", "schedule", "findings"])
    #expect(refusal["schedule"]?.string == "Bad")
    let finding = try #require(refusal["findings"]?[0])
    #expect(finding["file"]?.string == "fleet")
    #expect(finding["line"]?.integer == 7)
    #expect(finding["code"]?.string == "SP301")
    #expect(finding["path"]?.string == "/schedules/0/days/tuesday/leave/heat")
    #expect(finding["fix"]?.kind == .null)
  }

  @Test(
    "values that the device does not support are reported with their place, or rounded if that is allowed"
  )
  func lossesAreRefused() throws {
    var week = Week.standard(.celsius)
    week[RowAddress(.monday, .wake)].heat = Temperature(tenths: 213)
    let line = line([("Home", week)], unit: .celsius)
    var options = ExportOptions()
    options.program = .heat
    let refused = try objects(line, to: "radiotherm", options: options)
    #expect(refused.map(\.succeeded) == [false])
    #expect((refused.first?.object["findings"]?.count ?? 0) > 0)
    options.allowances = [.round]
    let rounded = try objects(line, to: "radiotherm", options: options)
    #expect(rounded.map(\.succeeded) == [true])
    #expect((rounded.first?.object["changes"]?.count ?? 0) > 0)
  }

  @Test("four times the schedules that a device cannot hold are at most eight times the work")
  func refusalsAreLinear() throws {
    var week = Week.standard(.celsius)
    for row in RowAddress.all { week[row].heat = Temperature(tenths: 153) }
    let format = try #require(DeviceFormats.device(named: "radiotherm")?.format)
    let work = RecordExport(name: "fleet", format: format, options: ExportOptions())
    let times = [40, 160].map { count in
      let line = line((0..<count).map { ("\($0)", week) }, unit: .celsius)
      return ThreadTime.of { _ = RecordStream(work).answers(to: LineChunk(bytes: line)) }
    }
    #expect(times[1] < 8 * times[0], "\(times) ns")
  }

  @Test("findings of a stream have no fixes, whose places would be those within the line")
  func findingsHaveNoFixes() throws {
    let text = WrittenText(.document([("Home", .standard(.fahrenheit))], unit: .fahrenheit)).text
      .replacing("70", with: "\"70\"", maxReplacements: 1)
    let found = try objects(text.utf8.map { $0 == 0x0A ? 0x20 : $0 })
    let finding = try #require(found.first?.object["findings"]?[0])
    #expect(finding["code"]?.string == "SP107")
    #expect(finding["fix"]?.kind == .null)
  }

  @Test("a line that is not a document, or is too long, gives findings; a blank line gives nothing")
  func otherLinesAreTold() throws {
    for (line, code) in [
      (Optional(Array("{\"a\":".utf8)), "SP101"),
      (Array("{}".utf8), "SP102"),
      (nil, "SP101"),
    ] {
      let found = try objects(line, number: 12)
      #expect(found.map(\.succeeded) == [false])
      #expect(found.first?.object["line"]?.integer == 12)
      #expect(found.first?.object["schedule"]?.kind == .null)
      #expect(found.first?.object["findings"]?[0]?["code"]?.string == code)
    }
    #expect(try objects([]).isEmpty)
    #expect(try objects(Array(" \t".utf8)).isEmpty)
  }
}
