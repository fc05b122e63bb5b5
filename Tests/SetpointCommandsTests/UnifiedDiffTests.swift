import TestSupport
import TestTraits
import Testing

@testable import SetpointCommands

@Suite(.waits) struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String) -> String? {
    UnifiedDiff.text(from: Array(old.utf8), to: Array(new.utf8), file: "f.json").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test("equal texts have no difference")
  func equalTextsHaveNone() {
    #expect(diff("", "") == nil)
    #expect(diff("a\nb", "a\nb") == nil)
  }

  @Test("a changed line has three lines of context on each side")
  func changedLineHasContext() {
    let lines = (1...12).map { "\($0)\n" }
    var changed = lines
    changed[5] = "six\n"
    #expect(
      diff(lines.joined(), changed.joined()) == """
        --- a/f.json
        +++ b/f.json
        @@ -3,7 +3,7 @@
         3
         4
         5
        -6
        +six
         7
         8
         9

        """)
  }

  @Test("distant differences get separate hunks, near ones share a hunk")
  func hunksAreSplit() {
    let lines = (1...30).map { "\($0)\n" }
    var changed = lines
    changed[0] = "one\n"
    changed[8] = "nine\n"
    changed[25] = "x\n26\n"
    let text = diff(lines.joined(), changed.joined()) ?? ""
    let hunks = text.split(separator: "\n").filter { $0.hasPrefix("@@") }
    #expect(hunks == ["@@ -1,4 +1,4 @@", "@@ -6,7 +6,7 @@", "@@ -23,6 +23,7 @@"])
    changed[8] = lines[8]
    changed[7] = "eight\n"
    let near = diff(lines.joined(), changed.joined()) ?? ""
    #expect(
      near.split(separator: "\n").filter { $0.hasPrefix("@@") } == [
        "@@ -1,11 +1,11 @@", "@@ -23,6 +23,7 @@",
      ])
  }

  @Test("a missing final newline is marked, and an empty side starts at line 0")
  func endsAreTold() {
    #expect(
      diff("a", "a\n") == """
        --- a/f.json
        +++ b/f.json
        @@ -1 +1 @@
        -a
        \\ No newline at end of file
        +a

        """)
    #expect(diff("", "x\n") == "--- a/f.json\n+++ b/f.json\n@@ -0,0 +1 @@\n+x\n")
    #expect(diff("x\n", "") == "--- a/f.json\n+++ b/f.json\n@@ -1 +0,0 @@\n-x\n")
  }

  @Test("git turns the old texts into the new ones")
  func gitApplies() throws {
    let folder = TemporaryFolder()
    var patch: [UInt8] = []
    var expected: [String: [UInt8]] = [:]
    for seed in UInt64(1)...60 {
      var generator = SeededGenerator(seed: seed)
      let old = Self.randomText(using: &generator)
      let new = Self.mutated(old, using: &generator)
      guard let diff = UnifiedDiff.text(from: old, to: new, file: "\(seed)") else { continue }
      WholeFile.write(old, folder.path("\(seed)"))
      patch += diff
      expected["\(seed)"] = new
    }
    #expect(expected.count > 40)
    WholeFile.write(patch, folder.path("patch"))
    let result = try ShellCommand(
      "GIT_DIR=/nonexistent git apply --unidiff-zero patch", in: folder.path)
    #expect(result.status == 0, "\(result.errorText)")
    for (name, text) in expected { #expect(WholeFile.bytes(folder.path(name)) == text, "\(name)") }
  }

  @Test("every changed line is shown, however many there are", arguments: [150, 2000])
  func manyDifferencesAreSmall(count: Int) throws {
    let lines = (0..<(count * 10)).map { "\($0 % 7 == 0 ? 7 : $0)\n" }
    let changed = lines.enumerated().map { $0 % 10 == 5 ? "x\($1)" : $1 }
    let text = try #require(diff(lines.joined(), changed.joined())).split(separator: "\n")
    #expect(text.count { $0.hasPrefix("@@ ") } == count)
    #expect(text.dropFirst(2).count { $0.hasPrefix("-") } == count)
    #expect(text.dropFirst(2).count { $0.hasPrefix("+") } == count)
  }

  @Test("the work of comparing texts without a common line grows with their length")
  func hugeDifferencesAreBounded() {
    let growth = ThreadTime.growth(from: 2500) { count in
      let old = (0..<count).map { "\($0)\n" }.joined()
      let new = (0..<count).map { "x\($0)\n" }.joined()
      let lines = (diff(old, new) ?? "").split(separator: "\n")
      #expect(lines.count == 2 * count + 3)
      #expect(lines[2] == "@@ -1,\(count) +1,\(count) @@")
    }
    #expect(growth < 10)
  }

  private static func randomText(using generator: inout SeededGenerator) -> [UInt8] {
    let words = ["a", "b", "{", "}", "", "é\r"]
    var text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
      (words.randomElement(using: &generator) ?? "") + "\n"
    }.joined()
    if Bool.random(using: &generator) { text += "end" }
    return Array(text.utf8)
  }

  private static func mutated(_ old: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var lines = String(decoding: old, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let place = Int.random(in: lines.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: lines[place] = "new"
      case 1: lines.insert("more", at: place)
      default: if lines.count > 1 { lines.remove(at: place) }
      }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}
