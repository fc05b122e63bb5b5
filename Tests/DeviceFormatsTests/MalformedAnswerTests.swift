import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// Answers that are too large, of other types or full of control characters: one clear error, or the same
/// program as ever.
@Suite struct MalformedAnswerTests {
  private static let readers = DeviceFormats.all

  @Test("a file of more than 4 MiB is refused, whatever its content") func tooLarge() {
    let bytes = [UInt8](repeating: UInt8(ascii: "0"), count: 10 << 20)
    for reader in Self.readers {
      let error = #expect(throws: ImportRefusal.self, "\(reader.id)") {
        try reader.readDocument([DeviceInput(file: "in", bytes: bytes)], options: ImportOptions())
          .programs
      }
      #expect(
        error?.lines == ["in: error[SP520] the file is larger than 4 MiB"], "\(reader.id)")
    }
  }

  /// The cases of JSON that are read.
  private static let jsonCases = DeviceCase.imports.filter { folder in
    guard let arguments = try? Arguments(folder.words, in: folder.folder),
      let first = arguments.inputs.first?.bytes.first
    else { return true }
    return "{[".utf8.contains(first)
      && (try? folder.format.readDocument(arguments.inputs, options: arguments.reading)) != nil
  }

  private static let others = [
    "null", "true", "\"x\"", "[]", "{}", "NaN", "1e999", "\"\\u001b[31m\"", "\"\u{1B}[31m\"",
  ]

  /// The numbers, texts and words of a JSON text that are values, at most as many as a test has time for.
  private static func values(of bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    var isKey = false
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        isKey = bytes[index...].first { $0 > 0x20 } == UInt8(ascii: ":")
        if !isKey { found.append(start..<index) }
      case UInt8(ascii: "-"), 0x30...0x39, 0x61...0x7A:
        while index < bytes.count, !",]} \n".utf8.contains(bytes[index]) { index += 1 }
        found.append(start..<index)
      default: index += 1
      }
    }
    let step = max(1, found.count / Rounds.of(24))
    return found.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
  }

  @Test(
    "a value of another type is refused, reported, or changes no setpoint",
    arguments: jsonCases)
  func otherTypes(of folder: DeviceCase) throws {
    let reader = folder.format
    let arguments = try Arguments(folder.words, in: folder.folder)
    let input = try #require(arguments.inputs.first)
    let expected = try reader.readDocument(arguments.inputs, options: arguments.reading).programs
    let known = Set(expected.flatMap { $0.warnings.map(\.message) })
    for place in Self.values(of: input.bytes) {
      // true instead of false is the same type.
      let isFlag = ["true", "false"].contains(String(decoding: input.bytes[place], as: UTF8.self))
      for other in Self.others where !(isFlag && other == "true") {
        // A mode that is null is a missing one.
        if other == "null", folder.folder == "matter/modes" { continue }
        var bytes = input.bytes
        bytes.replaceSubrange(place, with: other.utf8)
        let inputs = [DeviceInput(file: input.file, bytes: bytes)] + arguments.inputs.dropFirst()
        do throws(ImportRefusal) {
          let read = try reader.readDocument(inputs, options: arguments.reading).programs
          let isSame =
            !read.isEmpty
            && read.allSatisfy { week in
              expected.contains { $0.schedule == week.schedule }
                || week.warnings.contains { $0.code == "SP527" && !known.contains($0.message) }
            }
          #expect(isSame, "\(other) at \(place) was taken for a setpoint")
        } catch {
          #expect(!error.lines.isEmpty)
          #expect(!error.lines.joined().unicodeScalars.contains { $0.isControl })
        }
      }
    }
  }
}
