import DeviceFormats
import ScheduleModel
import TestSupport
import Testing

/// Numbers of a file are data: no number may crash the program.
@Suite struct ExtremeNumberTests {
  private static let extremes = [
    "-9223372036854775808", "9223372036854775807", "9223372036854775808", "-1", "1440", "65536",
    "1e308", "1E400", "1.5e-9223372036854775808",
    "15e9223372036854775807", "-0.0", "0.00000000000000000000001", "ffff",
  ]
  /// More for files of hexadecimal digits; in other files `ffff` is enough, as letters among numbers.
  private static let hexadecimal = ["8000", "7f7f", "ff800000"]

  /// A place of digits in a file.
  private struct Place {
    let digits: Range<Int>
    /// The text before it, without digits.
    let before: [UInt8]
  }

  /// The places of digits in a file, at most two with the same text before them.
  private static func places(in bytes: [UInt8]) -> [Place] {
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
    let places = runs.map { run in
      let before = bytes[..<run.lowerBound].suffix(12).filter { !(0x30...0x39).contains($0) }
      return Place(digits: run, before: before)
    }
    return places.filter { place in
      seen[place.before, default: 0] += 1
      return seen[place.before, default: 0] <= 2
    }.prefix(24).map { $0 }
  }

  /// Whether a line has nothing but bytes in hexadecimal digits.
  private static func hasHexadecimalLine(_ bytes: [UInt8]) -> Bool {
    bytes.split { $0 == 0x0A || $0 == 0x0D }.contains { line in
      let digits = line.filter { !" \t:".utf8.contains($0) }
      return digits.count >= 8
        && digits.allSatisfy { Character(Unicode.Scalar($0)).hexDigitValue != nil }
    }
  }

  private func read(
    _ reader: any DeviceFormat, _ bytes: [UInt8], _ options: ImportOptions, at places: [Place]
  ) {
    let more = Self.hasHexadecimalLine(bytes) ? Self.hexadecimal : []
    for place in places {
      for extreme in Self.extremes + more {
        var changed = bytes
        changed.replaceSubrange(place.digits, with: extreme.utf8)
        _ = try? reader.read([DeviceInput(bytes: changed)], options: options)
      }
    }
  }

  @Test("an extreme number in an export is read or refused", arguments: DeviceUnderTest.all)
  func anExtremeNumberIsReadOrRefused(device: DeviceUnderTest) throws {
    var generator = SeededGenerator(seed: 20_261_124)
    let schedule = device.schedule(using: &generator)
    let bytes = try device.exported(schedule, device.exportOptions).bytes
    let places = Self.places(in: bytes)
    #expect(places.count > 2)
    read(device.format, bytes, device.importOptions(for: schedule), at: places)
  }

  @Test(
    "an extreme number in a file of a device is read or refused",
    arguments: DeviceFormats.all.map(\.id))
  func anExtremeNumberOfADeviceIsReadOrRefused(of format: String) throws {
    // Files have places in common: each is tried twice for the device, units and dates that are asked for.
    var seen: [String: [[UInt8]: Int]] = [:]
    for folder in DeviceCase.imports where folder.format.id == format {
      let arguments = try Arguments(folder.words, in: folder.folder)
      let reading = arguments.reading
      let asked = "\((reading.kind, reading.unit, reading.fileUnit, reading.year, reading.times))"
      for input in arguments.inputs {
        let places = Self.places(in: input.bytes)
        #expect(places.count > 2)
        let new = places.filter { place in
          seen[asked, default: [:]][place.before, default: 0] += 1
          return seen[asked]?[place.before] ?? 0 <= 2
        }
        read(folder.format, input.bytes, reading, at: new)
      }
    }
  }
}
