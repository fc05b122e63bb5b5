import TestSupport
import Testing
import CLibrary

@Suite("The library")
struct VocabularyTests {
  @Test(
    "uses no word of a single application, in any target"
  )
  func noWordOfOneUse() throws {
    // "cool" and "warm" are the names of two kinds of colour; "week" is the name of an arrangement.
    let forbidden = [
      "heat", "cooling", "setpoint", "schedule", "thermostat", "weekday", "temperature", "degree",
      "fahrenheit", "celsius", "setback", "deadband", "monday",
    ]
    let files = ["TwoWayTable", "TerminalScreen", "Terminal"].flatMap {
      Self.sources(below: "\(Fixtures.root)/Sources/\($0)")
    }
    #expect(files.count > 80)
    for path in files {
      let bytes = try #require(WholeFile.bytes(path))
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      for word in forbidden where text.contains(word) { Issue.record("\(path) says \(word)") }
    }
  }

  /// The paths of the files below a folder.
  private static func sources(below folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      let path = "\(folder)/\(name)"
      found += name.hasSuffix(".swift") ? [path] : sources(below: path)
    }
    return found
  }
}
