import CLibrary
import TestSupport
import TestTraits
import Testing

/// Answers that never end are refused, in bounded time and memory, and nothing is written.
@Suite(.waits) struct EndlessAnswerTests {
  @Test(
    "an endless answer is refused",
    arguments: ["home-assistant", "energyplus", "csv", "zigbee2mqtt", "wiser", "bacnet"])
  func endlessIsRefused(format: String) throws {
    let folder = TemporaryFolder()
    let options = "--from \(format) --file-unit C --program heat --cool 30 -o out.json"
    for command in [
      "yes '{\"monday\": [' | setpoint import - \(options)",
      "mkfifo pipe; yes 'a, b: [c' > pipe & setpoint import pipe \(options)",
    ] {
      // 256 MiB of address space; a minute is far more than it takes.
      let result = try ShellCommand(
        "rm -f pipe; ulimit -v 262144; ulimit -t 60; \(command); status=$?; ls out.json; exit $status",
        in: folder.path)
      #expect(result.status == 65, "\(command): \(result.errorText)")
      #expect(result.errorText.contains("the file is larger than 4 MiB"), "\(command)")
      #expect(result.text == "", "\(command)")
    }
  }
}
