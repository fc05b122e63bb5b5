import ScheduleFiles
import TestSupport
import Testing
import CLibrary

@Suite struct FileNameTests {
  @Test("any bytes can be a name and come back unchanged")
  func bytesComeBack() {
    var generator = SeededGenerator(seed: 7)
    let pieces: [[UInt8]] = [
      Array("a".utf8), Array("ü".utf8), Array("\u{1F600}".utf8), [0xE4], [0xFF], [0x80], [0xC3],
      [0xF4, 0x8F, 0xBF, 0xA4], [0xF4, 0x8F, 0xBF], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0x2F],
      Array("\u{10FFFF}".utf8), Array("\u{FFFD}".utf8), [0xF4, 0x90, 0x80, 0x80],
    ]
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...6, using: &generator)
      let bytes = (0..<count).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
      let name = String(fileName: bytes)
      #expect(name.fileNameBytes == bytes, "\(bytes)")
    }
  }

  @Test("a typed path is completed with names that can be typed and are not hidden")
  func completed() {
    let folder = TemporaryFolder()
    for name in ["b.json", "a.json", ".hidden", "q\"uote", "h\u{1B}.json"] {
      WholeFile.write([], "\(folder.path)/\(name)")
    }
    mkdir("\(folder.path)/a rooms", 0o755)
    func paths(_ typed: String) -> [String] {
      Folder.paths(beginning: "\(folder.path)/\(typed)").map {
        String($0.dropFirst(folder.path.count + 1))
      }
    }
    #expect(paths("") == ["a rooms/", "a.json", "b.json"])
    #expect(paths("a") == ["a rooms/", "a.json"] && paths("a.") == ["a.json"])
    #expect(paths(".h") == [".hidden"] && paths("none/") == [] && paths("a rooms/") == [])
  }

  @Test("a name in UTF-8 stays unchanged")
  func charactersStay() {
    for name in ["home.json", "h\u{E4}us \u{1F600}.json", "", "e\u{301}"] {
      #expect(String(fileName: Array(name.utf8)).unicodeScalars.elementsEqual(name.unicodeScalars))
    }
    #expect(Array(String(fileName: [0x68, 0xE4]).unicodeScalars) == ["h", "\u{10FFE4}"])
  }
}
