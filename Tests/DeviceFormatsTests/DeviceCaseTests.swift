import DeviceFormats
import ScheduleModel
import TestSupport
import Testing

/// The input and output of each format, folder by folder.
@Suite struct DeviceCaseTests {
  @Test("a case gives its expected output", arguments: DeviceCase.all)
  func givesExpected(of folder: DeviceCase) throws {
    let output = try folder.output()
    let mismatch = Golden.mismatch(output, "devices/\(folder.folder)/expected")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("every format has cases for its exports and its imports")
  func everyFormatHasCases() {
    #expect(Set(Fixture.folders("")) == Set(DeviceFormats.all.map(\.id)))
    for format in DeviceFormats.all {
      let cases = DeviceCase.all.filter { $0.format.id == format.id }
      #expect(cases.contains { $0.words.first == "export" }, "\(format.id)")
      #expect(cases.contains { $0.words.first == "import" }, "\(format.id)")
    }
  }

  @Test("every format has a chapter and a check by another project's program")
  func everyFormatIsDescribedAndChecked() throws {
    let chapters = try ["thermostats", "zones", "zigbee", "programs"].flatMap { page in
      String(decoding: try Fixture.bytes("../../docs/formats-\(page).md"), as: UTF8.self)
        .split(separator: "\n").filter { $0.hasPrefix("## ") }
    }
    for format in DeviceFormats.all {
      #expect(chapters.count { $0.hasSuffix("(`\(format.id)`)") } == 1, "\(format.id)")
      let script = "check_\(format.id.replacing("-", with: "_")).py"
      #expect(throws: Never.self, "\(format.id)") {
        try Fixture.bytes("../../Tests/Interop/\(script)")
      }
    }
  }
}
