import DeviceFormats
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
    #expect(Set(FormatsText.instructions.keys) == Set(DeviceFormats.all.map(\.id)))
    let table = FormatsText.table().split(separator: "\n")
    #expect(table.count == 1 + DeviceFormats.all.flatMap(\.profiles).count)
    for format in DeviceFormats.all {
      let details = FormatsText.details(of: format)
      #expect(details.hasPrefix("\(format.id): \(format.title)\n"))
      #expect(!format.instructions.isEmpty)
      #expect(format.instructions.allSatisfy { details.contains($0) })
    }
    let zcl = FormatsText.details(of: try #require(DeviceFormats.named("zcl")))
    #expect(zcl.contains("  deadband     2.5 °C"))
    #expect(zcl.contains("  heat         7 to 30 °C"))
  }
}
