import DeviceFormats
import TerminalScreen
import TestSupport
import Testing

@testable import SetpointCommands

@Suite("The limits of formats and how to use them")
struct FormatsTextTests {
  @Test("`setpoint formats` says what fixtures/devices has") func limits() {
    for format in DeviceFormats.all {
      let text = FormatsText.table([format]) + "\n" + FormatsText.details(of: format)
      let mismatch = Golden.mismatch(text, "devices/\(format.id)/formats/expected")
      #expect(mismatch == nil, "\(mismatch ?? "")")
    }
  }

  @Test("every format has its instructions, and the table is complete") func complete() throws {
    let formats = FormatsText.instructions.keys.filter { !$0.contains("/") }
    #expect(Set(formats) == Set(DeviceFormats.all.map(\.id)))
    let table = FormatsText.table().split(separator: "\n")
    #expect(table.count == 1 + DeviceFormats.all.flatMap(\.profiles).count)
    for format in DeviceFormats.all {
      let details = FormatsText.details(of: format)
      #expect(details.hasPrefix("\(format.id): \(format.title)\n"))
      #expect(!format.instructions().isEmpty)
      #expect(format.instructions().allSatisfy { details.contains($0) })
    }
    let zcl = FormatsText.details(of: try #require(DeviceFormats.device(named: "zcl")?.format))
    #expect(zcl.contains("  deadband     2.5 °C"))
    #expect(zcl.contains("  heat         7 to 30 °C"))
  }

  @Test("a narrow table has every name whole", arguments: [24, 40, 60, 80, 100])
  func narrow(columns: Int) {
    let text = FormatsText.table(fitting: columns)
    let words = Set(text.split { " ,\n".contains($0) })
    for profile in DeviceFormats.all.flatMap(\.profiles) {
      for name in [profile.id] + profile.aliases { #expect(words.contains(name[...]), "\(name)") }
    }
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.terminalColumns <= columns })
    #expect(
      lines.joined(separator: " ").hasSuffix("`setpoint formats NAME` prints all about one device.")
    )
  }

  @Test("the instructions for a kind of zigbee2mqtt device are for no other")
  func kinds() throws {
    let format = try #require(DeviceFormats.device(named: "zigbee2mqtt")?.format)
    for profile in format.profiles.dropFirst() {
      let text = FormatsText.details(of: format, profile)
      #expect(text.contains("--to \(profile.id) |") && !text.contains("KIND"))
      #expect(!text.contains("--to zigbee2mqtt") && !text.contains("MEMBER"))
      #expect(text.contains("?kind=\(profile.id)'") == (profile.id != "saswell"))
    }
    let sonoff = FormatsText.details(of: format, format.profiles[1])
    #expect(sonoff.contains("NAME/get -m '{\"weekly_schedule_monday\":\"\"}'"))
    #expect(FormatsText.details(of: format, format.profiles[0]).contains("?kind=KIND"))
  }
}
