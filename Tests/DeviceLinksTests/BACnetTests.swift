import DeviceFormats
import DeviceLinks
import LinkProtocol
import ScheduleModel
import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct BACnetTests {
  /// A week as `setpoint export --to bacnet` writes it: an entry a day, of a value for each side.
  static func program(heat: String = "41a80000", cool: String = "41d00000") -> String {
    [("heat", heat), ("cool", cool)].map { side, value in
      let days = String(repeating: "0eb40000000044\(value)0f", count: 7)
      return "# \(side) °C: Weekly_Schedule, Monday first\n\(days)\n"
    }.joined()
  }

  @Test("a written program is read back, and its hex is that of the format")
  func writesBoth() throws {
    let device = BACnetStandIn()
    defer { device.stop() }
    let written = Answers("write", device.link(), program: Self.program())
    #expect(written["written"] != nil)
    let read = Answers("read", device.link())
    #expect(read["read"]?["unit"] == .word("null"))
    let program = try #require(read.program)
    #expect(program == Self.program().replacing(" °C", with: ""))
    // The text is in the form of the format, and can be written.
    let format = try #require(DeviceFormats.device(named: "bacnet")?.format)
    var options = ImportOptions()
    options.fileUnit = .celsius
    let week = try format.read([DeviceInput(bytes: Array(program.utf8))], options: options).schedule
    #expect(week.unit == .celsius)
    #expect(Answers("write", device.link(), program: program)["written"] != nil)
  }

  @Test("one schedule is the heating one; a text for cooling is refused then")
  func heatAlone() {
    let device = BACnetStandIn()
    defer { device.stop() }
    #expect(Answers("read", device.link("2")).program?.hasPrefix("# heat alone:") == true)
    let answers = Answers("write", device.link("2"), program: Self.program())
    #expect(answers.reason == "unsupported")
    #expect(answers.device == "unchanged")
    #expect(device.requests.allSatisfy { $0[9] == 12 })
  }

  @Test("an address without a heating schedule reaches the cooling one alone")
  func coolAlone() throws {
    let device = BACnetStandIn()
    defer { device.stop() }
    let link = device.link(",2")
    #expect(try DeviceAddress(link).device.neededSides == .cool)
    #expect(try DeviceAddress(device.link("2")).device.neededSides == .heat)
    let program = Self.program().split(separator: "\n").suffix(2).joined(separator: "\n")
    #expect(Answers("write", link, program: program)["written"] != nil)
    #expect(device.requests.count { $0[9] == 15 } == 1)
    #expect(Answers("read", link).program?.hasPrefix("# cool alone:") == true)
    #expect(Answers("write", link, program: Self.program()).reason == "unsupported")
  }

  @Test("another device and an unknown schedule are reported")
  func namesErrors() {
    let device = BACnetStandIn()
    defer { device.stop() }
    let other = Answers("read", device.link(device: 77))
    #expect(other.reason == "missing")
    #expect(other.message?.contains("device 77") == true)
    #expect(other.message?.contains("object/unknown-object") == true)
    // A device that answers with another name.
    device.fail(
      .says([0x30, 0xFE, 12, 0x0C, 2, 0, 4, 0xD2, 0x19, 75, 0x3E, 0xC4, 2, 0, 4, 0xD3, 0x3F]),
      times: 1)
    #expect(Answers("read", device.link()).message?.hasSuffix("is not BACnet device 1234") == true)
    for (apdu, reason, words) in [
      ([0x50, 0xFE, 15, 0x91, 0, 0x91, 25], "refused", "device/operational-problem"),
      ([0x50, 0xFE, 15, 0x91, 2, 0x91, 40], "denied", "property/write-access-denied"),
      ([0x50, 0xFE, 15, 0x91, 0, 0x91, 3], "busy", "device-busy"),
      ([0x50, 0xFE, 15, 0x91, 9, 0x92, 2, 1], "refused", "class 9/code 513"),
      ([0x60, 0xFE, 9], "refused", "unrecognized-service"),
      ([0x71, 0xFE, 4], "refused", "segmentation-not-supported"),
    ] as [([UInt8], String, String)] {
      device.fail(.says(apdu), on: 15, times: reason == "busy" ? 4 : 1)
      let answers = Answers("write", device.link(), program: Self.program())
      #expect(answers.reason == reason)
      #expect(answers.message?.contains(words) == true, "\(answers.message ?? "")")
      #expect(answers.device == "unknown")
    }
  }

  @Test("a lost datagram is requested again with the same id; noise and other ports are ignored")
  func asksAgain() {
    let device = BACnetStandIn()
    defer { device.stop() }
    device.fail(.silence, on: 15, times: 2)
    let answers = Answers("write", device.link(), program: Self.program())
    #expect(answers["written"] != nil)
    let writes = device.requests.filter { $0[9] == 15 }
    #expect(writes.count == 4)
    #expect(writes[0] == writes[1] && writes[1] == writes[2])
    device.fail(.noise, times: 3)
    #expect(Answers("read", device.link())["read"] != nil)
    device.fail(.otherPort, on: 15)
    let lost = Answers(
      "write", device.link(), program: Self.program(heat: "41a00000"), waits: .short)
    #expect(lost.reason == "timeout")
    #expect(lost.device == "unknown")
  }

  @Test("a busy device is asked again three times")
  func busy() {
    let device = BACnetStandIn()
    defer { device.stop() }
    device.fail(.says([0x50, 0xFE, 15, 0x91, 0, 0x91, 3]), on: 15, times: 3)
    let answers = Answers("write", device.link(), program: Self.program())
    #expect(answers["written"] != nil, "\(answers.texts)")
    #expect(answers.progress.count { $0.hasSuffix("device-busy; retrying") } == 3)
    #expect(device.requests.count { $0[9] == 15 } == 5)
  }

  @Test("the four requests to a silent device take as long as one answer may", arguments: [1, 2])
  func silent(seconds: Int) throws {
    let device = BACnetStandIn()
    defer { device.stop() }
    device.fail(.silence)
    let answers = Answers("read", device.link(), waits: try #require(Waits(seconds: "\(seconds)")))
    #expect(answers.reason == "timeout")
    #expect(
      answers.message?.hasSuffix("did not answer 4 requests for device 1234 within \(seconds) s")
        == true, "\(answers.texts)")
  }

  @Test("a device that disappears after a write without an answer leaves the result unknown")
  func goesAway() {
    let device = BACnetStandIn()
    defer { device.stop() }
    device.fail(.takesAndCloses, on: 15, times: 1)
    let answers = Answers("write", device.link(), program: Self.program(heat: "41a00000"))
    #expect(answers.reason == "unreachable", "\(answers.texts)")
    #expect(answers.device == "unknown")
  }

  @Test(
    "the unit is read from the objects that the schedules write to",
    arguments: [([62, 62], "C"), ([64, 64], "F"), ([64], "F"), ([], nil), ([95, 95], nil)]
      as [([UInt8], String?)])
  func units(units: [UInt8], unit: String?) {
    let device = BACnetStandIn(units: units)
    defer { device.stop() }
    let read = Answers("read", device.link())["read"]
    #expect(read?["unit"]?.text == unit, "\(read?.json ?? "")")
    #expect(read != nil)
  }

  @Test("anything that overrides the week is noted")
  func exceptions() {
    let any = [UInt8](repeating: 255, count: 4)
    for (property, value, words) in [
      (81, [0x11], "out of service"), (81, [0x10], nil),
      (38, [0x21, 2], "has 2 exceptions"),
      (38, [0x21, 0], nil), (32, [0xA4] + any + [0xA4] + any, nil),
      (32, [0xA4, 126, 1, 15, 255, 0xA4, 255, 255, 255, 255], "from 2026-01-15 to any-any-any"),
      (32, [0xA4, 1], nil), (38, [], nil),
    ] as [(Int, [UInt8], String?)] {
      let device = BACnetStandIn(properties: [[17, 1, property]: value])
      defer { device.stop() }
      let read = Answers("read", device.link("1"))
      #expect(read.program != nil)
      #expect(read.notes.count == (words == nil ? 0 : 1), "\(read.notes)")
      if let words { #expect(read.notes.first?.contains(words) == true, "\(read.notes)") }
    }
  }

  @Test(
    "schedules that write to objects in several or other units are refused",
    arguments: [[62, 64], [63, 63], [62, 98]] as [[UInt8]])
  func otherUnits(units: [UInt8]) {
    let device = BACnetStandIn(units: units)
    defer { device.stop() }
    let answers = Answers("read", device.link())
    #expect(answers.reason == "unsupported")
    #expect(answers.message?.contains("62 (°C) or 64 (°F)") == true, "\(answers.texts)")
  }

  @Test("references to other devices and bytes that are not references leave the unit open")
  func references() {
    let here: [UInt8] = [0x0C, 0, 0x80, 0, 1, 0x19, 85]
    #expect(BACnetObject.references(in: here + here, of: 1234)?.map(\.type) == [2, 2])
    #expect(BACnetObject.references(in: here + [0x29, 3], of: 1234)?.count == 1)
    #expect(BACnetObject.references(in: here + [0x3C, 2, 0, 4, 0xD2], of: 1234)?.count == 1)
    for bytes in [here + [0x3C, 2, 0, 4, 0xD3], [0x0C, 0], [0x0E], [0x4C, 0, 0, 0, 1], [0xC4]] {
      #expect(BACnetObject.references(in: bytes as [UInt8], of: 1234) == nil)
    }
  }

  @Test("answers that cannot be read are one failure")
  func malformed() {
    let head: [UInt8] = [0x30, 0xFE, 12, 0x0C, 0x04, 0x40, 0, 1, 0x19, 123]
    for apdu in [
      [0x30, 0xFE, 12], head, head + [0x3E], head + [0x3E, 0x0E, 0x0F],
      [0x38, 0xFE, 12, 0, 0], [0x50, 0xFE, 12], [0x50, 0xFE, 12, 0x91, 1, 0x95, 1],
      head.map { $0 == 123 ? 85 : $0 } + [0x3E, 0x3F],
    ] as [[UInt8]] {
      let device = BACnetStandIn()
      // The first question is for the device itself.
      #expect(Answers("read", device.link("1"))["read"] != nil)
      device.fail(
        .says([0x30, 0xFE, 12, 0x0C, 2, 0, 4, 0xD2, 0x19, 75, 0x3E, 0xC4, 2, 0, 4, 0xD2, 0x3F]),
        times: 1)
      device.fail(.says(apdu))
      let answers = Answers("read", device.link("1"))
      #expect(answers.reason == "malformed", "\(apdu): \(answers.texts)")
      device.stop()
    }
  }

  /// A week of six entries a day, every day another.
  private static let longProgram: String = {
    let days = (0..<7).map { day in
      "0e" + (0..<6).map { entry in "b40\(entry)000000" + "4441a\(day)000\(entry)" }.joined() + "0f"
    }
    return ["heat", "cool"].map { "# \($0)\n\(days.joined())\n" }.joined()
  }()

  @Test(
    "a week that is longer than a message is sent and received day by day",
    arguments: [128, 206, 480, 1024])
  func longWeeks(longest: Int) throws {
    let device = BACnetStandIn(longest: longest)
    defer { device.stop() }
    let written = Answers("write", device.link(), program: Self.longProgram)
    #expect(written["written"] != nil, "\(written.texts)")
    #expect(device.requests.count { $0[9] == 15 } == (longest < 480 ? 14 : 2))
    let read = Answers("read", device.link())
    let text = try #require(read.program, "\(read.texts)")
    #expect(
      text.replacing(": Weekly_Schedule, Monday first", with: "") == Self.longProgram)
    #expect(device.requests.allSatisfy { $0.count <= 1476 + 6 })
  }

  @Test("a day that is longer than the device's messages is refused before anything is written")
  func longDays() {
    let device = BACnetStandIn(longest: 50)
    defer { device.stop() }
    let written = Answers("write", device.link(), program: Self.longProgram)
    #expect(written.reason == "unsupported")
    #expect(written.message?.contains("messages of 50 bytes; a day") == true)
    #expect(written.device == "unchanged")
    #expect(device.requests.allSatisfy { $0[9] == 12 })
  }

  @Test("a missing device is reported as unreachable at once")
  func notThere() {
    let device = BACnetStandIn()
    defer { device.stop() }
    device.goAway()
    let answers = Answers("write", device.link(), program: Self.program())
    #expect(answers.reason == "unreachable")
    #expect(answers.device == "unchanged")
  }

  @Test("a plan lists the datagrams of a write")
  func plans() {
    let device = BACnetStandIn()
    defer { device.stop() }
    let planned = Answers("plan", device.link(), program: Self.program())
    #expect(device.requests.isEmpty)
    _ = Answers("write", device.link(), program: Self.program())
    // The invoke ID is chosen when a request is sent.
    let sent = device.requests.filter { $0[9] == 15 }.map { request in
      (request[..<8] + [0] + request[9...]).hexText
    }
    let plans = planned["planned"]?.elements.compactMap(\.text) ?? []
    #expect(plans.map { String($0.split(separator: "\n").last ?? "") } == sent)
  }

  @Test("addresses without a schedule are refused")
  func refusesLinks() {
    for path in [
      "", "/", "/1", "/1/schedule", "/1/schedule/", "/1/schedule/1,", "/1/schedule/1,1",
      "/1/schedule/,", "/1/schedule/,,1", "/1/schedule/,1,2",
      "/1/schedule/1,2,3", "/01/schedule/1", "/1/analog-value/1", "/1/schedule/-1",
      "/4194303/schedule/1",
      "/1/schedule/1/2", "/1/schedule/1?x=1", "/x/schedule/1", "/1/schedule/99999999999999999999",
    ] {
      #expect(Answers("plan", "bacnet://127.0.0.1\(path)").reason == "link", "\(path)")
    }
  }

  @Test("a text that is not a week is refused before anything is sent")
  func refusesTexts() {
    let device = BACnetStandIn()
    defer { device.stop() }
    for text in [
      "", "# heat\n", "0e0f", "# heat\n0e0", "# heat\nzz", "# heat\n0e0f\n# heat\n0e0f\n",
      "# heat\n" + String(repeating: "0eb4060000004441a800000f", count: 200),
    ] {
      let answers = Answers("write", device.link(), program: text)
      #expect(answers.reason == "unsupported", "\(answers.texts)")
      #expect(answers.device == "unchanged")
    }
    #expect(device.requests.isEmpty)
  }
}
