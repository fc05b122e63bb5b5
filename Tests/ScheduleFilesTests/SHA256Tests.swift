import ScheduleFiles
import TestSupport
import Testing

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4 and the length of every padding.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func theDigestIsThatOfTheStandard(text: String, digest: String) {
    #expect(SHA256(Array(text.utf8)).hex == digest)
  }

  @Test func everyLengthIsDigestedAsAnotherProgramDoes() throws {
    let folder = TemporaryFolder()
    var script = ""
    for length in [55, 56, 57, 63, 64, 65, 119, 120, 128, 1000] {
      script += "head -c \(length) /dev/zero | (sha256sum || shasum -a 256) 2>/dev/null; "
    }
    let lines = try ShellCommand(script, in: folder.path).text.split(separator: "\n")
    let lengths = [55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]
    for (line, length) in zip(lines, lengths) {
      #expect(SHA256([UInt8](repeating: 0, count: length)).hex == line.prefix(64))
    }
  }
}
