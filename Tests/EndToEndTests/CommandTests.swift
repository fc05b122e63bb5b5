import TestSupport
import TestTraits
import Testing

/// The folders of fixtures/cli: a shell command each, run in a copy of its folder, and what it must
/// print and exit with.
@Suite(.waits) struct CommandTests {
  static let cases = Folder.visibleNames(in: Fixtures.path("cli")).filter { $0 != "README.md" }

  @Test("a command prints and exits as recorded", arguments: cases)
  func printsAsReviewed(name: String) throws {
    let folder = TemporaryFolder()
    let script = String(
      decoding: try #require(Fixtures.bytes("cli/\(name)/command")), as: UTF8.self)
    let copy = try ShellCommand("cp -R '\(Fixtures.path("cli/\(name)"))/.' .", in: folder.path)
    #expect(copy.status == 0)
    let result = try ShellCommand("rm -f command stdout stderr status; " + script, in: folder.path)
    #expect(result.output.containsNoControls)
    #expect(result.errors.containsNoControls)
    for (part, text) in [
      // The programs that people install name their commit.
      ("stdout", result.text.replacing(/\ \(commit [0-9a-f]{7}\)/, with: "")),
      ("stderr", result.errorText), ("status", "\(result.status)\n"),
    ] {
      let mismatch = Golden.mismatch(text, "cli/\(name)/\(part)")
      #expect(mismatch == nil, "\(mismatch ?? "")")
    }
  }
}

extension [UInt8] {
  /// Whether nothing in the output can act on a terminal but line ends and tabs.
  var containsNoControls: Bool {
    String(decoding: self, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar == "\r" || scalar == "\t"
        || !(scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value))
    }
  }
}
