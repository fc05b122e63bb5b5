import DeviceFormats
import ScheduleModel
import TestSupport
import Testing

/// Files that are cut anywhere or have a repeated line are refused or keep their meaning.
@Suite struct CutFileTests {
  private static let seed: UInt64 = 20_261_123

  /// Imports altered forms of an export and counts those that were refused.
  private func refused(
    _ device: DeviceUnderTest, _ alter: ([UInt8], inout SeededGenerator) -> [[UInt8]]
  ) throws -> Int {
    var generator = SeededGenerator(seed: Self.seed)
    let schedule = device.schedule(using: &generator)
    let whole = try device.exported(schedule, device.exportOptions).bytes
    let options = device.importOptions(for: schedule)
    let expected = try device.format.read([DeviceInput(bytes: whole)], options: options)
    var refused = 0
    for bytes in alter(whole, &generator) {
      do throws(ImportRefusal) {
        let read = try device.format.read([DeviceInput(bytes: bytes)], options: options)
        try? #require(
          read.schedule == expected.schedule,
          "\(device.testDescription): \(String(decoding: bytes.suffix(300), as: UTF8.self))")
      } catch {
        refused += 1
        if case .unreadable = error { #expect(error.lines.count == 1) }
      }
    }
    return refused
  }

  @Test("a cut file is refused or still complete", arguments: DeviceUnderTest.all)
  func cutFileRefused(device: DeviceUnderTest) throws {
    let count = try refused(device) { whole, generator in
      let near = (max(0, whole.count - 150)..<whole.count).map { $0 }
      let others = (0..<Rounds.of(40)).map { _ in
        Int.random(in: 0..<whole.count, using: &generator)
      }
      return (near + others).map { Array(whole[..<$0]) }
    }
    #expect(2 * count > 150 + Rounds.of(40))
  }

  @Test(
    "a file with a repeated line is refused or has the same meaning", arguments: DeviceUnderTest.all
  )
  func fileLineTwice(device: DeviceUnderTest) throws {
    let count = try refused(device) { whole, generator in
      let lines = whole.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return (0..<min(lines.count - 1, 150)).map { number in
        let index =
          lines.count <= 151 ? number : Int.random(in: 0..<lines.count - 1, using: &generator)
        return Array(
          (lines[...index] + lines[index...]).joined(separator: [UInt8(ascii: "\n")]))
      }
    }
    // The same message or frame once more is an answer that came twice; JSON on one line is not.
    let answersTwice = ["zcl", "zigbee2mqtt"].contains(device.format.id)
    #expect((count > 0) != answersTwice, "\(device.testDescription)")
  }
}
