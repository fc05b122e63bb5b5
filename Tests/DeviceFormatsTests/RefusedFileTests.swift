import DeviceFormats
import Diagnostics
import ScheduleModel
import Testing

/// A file that is not a program, and its error, from `fixtures/devices/FORMAT/refused`.
///
/// The first line of that file holds options for all of its cases. A case is a line `---`, the text
/// without its last line end, and a line `=> ` with place and message.
struct RefusedFile: CustomTestStringConvertible, Sendable {
  let format: String
  let number: Int
  let options: [String]
  let text: String
  let error: String

  var testDescription: String { "\(format) \(number): \(error)" }

  /// Every such file of every format.
  static let all: [RefusedFile] = DeviceFormats.all.flatMap { format -> [RefusedFile] in
    let bytes = (try? Fixture.bytes("\(format.id)/refused")) ?? []
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: "---\n", omittingEmptySubsequences: false)
    let options = parts[0].split { " \n".contains($0) }.map(String.init)
    return parts.enumerated().dropFirst().map { number, part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      let end = lines.firstIndex { $0.hasPrefix("=> ") } ?? lines.endIndex
      return RefusedFile(
        format: format.id, number: number, options: ["import"] + options,
        text: lines[..<end].joined(separator: "\n"),
        error: end < lines.endIndex ? String(lines[end].dropFirst(3)) : "")
    }
  }
}

/// Files that are cut short, say something twice or say nothing where something is due are not guessed
/// about: one error with its place.
@Suite struct RefusedFileTests {
  @Test("one error names the place", arguments: RefusedFile.all)
  func oneErrorNamesThePlace(file: RefusedFile) throws {
    let reader = try #require(DeviceFormats.device(named: file.format)?.format)
    // Whatever is missing could come from the options, so that only the fault itself is in the way.
    let options = try Arguments(file.options, in: file.format).reading
    do throws(ImportRefusal) {
      _ = try reader.read([DeviceInput(file.text)], options: options)
      Issue.record("read: \(file.text)")
    } catch {
      let found = error.lines.map { $0.swapping(" error[SP520]", for: "").dropFirst(3) }
      #expect(found.map { $0.drop { $0 == " " } } == [file.error[...]])
    }
  }

  @Test("every importable format has a refused file")
  func everyFormatHasRefusedFiles() {
    let formats = Set(RefusedFile.all.map(\.format))
    for format in DeviceFormats.all {
      #expect(formats.contains(format.id), "\(format.id)")
    }
    #expect(RefusedFile.all.allSatisfy { !$0.error.isEmpty })
  }
}
