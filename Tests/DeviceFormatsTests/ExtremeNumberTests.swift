import DeviceFormats
import ScheduleModel
import TestSupport
import Testing

/// Numbers of a file are data: no number may crash the program.
@Suite struct ExtremeNumberTests {
  private static let extremes = [
    "-9223372036854775808", "9223372036854775807", "9223372036854775808", "-1", "1440", "65536",
    "1e308", "1E400", "1.5e-9223372036854775808",
    "15e9223372036854775807", "-0.0", "0.00000000000000000000001", "ffff", "8000", "7f7f",
    "ff800000",
  ]

  /// The places of digits in a file, at most two with the same text before them.
  private static func places(in bytes: [UInt8]) -> [Range<Int>] {
    let isDigit = bytes.map { (0x30...0x39).contains($0) }
    var runs: [Range<Int>] = []
    var start: Int?
    for index in 0...bytes.count {
      if index < bytes.count, isDigit[index] {
        start = start ?? index
      } else if let begin = start {
        runs.append(begin..<index)
        start = nil
      }
    }
    var seen: [[UInt8]: Int] = [:]
    return runs.filter { run in
      let before = bytes[..<run.lowerBound].suffix(12).filter { !(0x30...0x39).contains($0) }
      seen[before, default: 0] += 1
      return seen[before, default: 0] <= 2
    }.prefix(24).map { $0 }
  }

  private func read(
    _ reader: any DeviceFormat, _ bytes: [UInt8], _ options: ImportOptions
  ) -> Int {
    let places = Self.places(in: bytes)
    for place in places {
      for extreme in Self.extremes {
        var changed = bytes
        changed.replaceSubrange(place, with: extreme.utf8)
        _ = try? reader.read([DeviceInput(bytes: changed)], options: options)
      }
    }
    return places.count
  }

  @Test("an extreme number in an export is read or refused", arguments: DeviceUnderTest.all)
  func anExtremeNumberIsReadOrRefused(device: DeviceUnderTest) throws {
    var generator = SeededGenerator(seed: 20_261_124)
    let schedule = device.schedule(using: &generator)
    let bytes = try device.exported(schedule, device.exportOptions).bytes
    #expect(read(device.format, bytes, device.importOptions(for: schedule)) > 2)
  }

  @Test("an extreme number in a file of a device is read or refused", arguments: DeviceCase.imports)
  func anExtremeNumberOfADeviceIsReadOrRefused(of folder: DeviceCase) throws {
    let reader = folder.format
    let arguments = try Arguments(folder.words, in: folder.folder)
    for input in arguments.inputs { #expect(read(reader, input.bytes, arguments.reading) > 2) }
  }
}
