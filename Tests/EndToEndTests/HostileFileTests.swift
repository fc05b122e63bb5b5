import TestSupport
import TestTraits
import Testing

/// HostileInputTests has the findings of files that are not schedules.
@Suite(.waits) struct HostileFileTests {
  @Test("a file of 1 TiB is refused without reading all of it") func refusesLargeFile() throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      "truncate -s 1T big.json; ulimit -t 5; setpoint validate big.json", in: folder.path)
    #expect(result.status == 1)
    #expect(result.text == "big.json:1:1: error[SP101] the file is larger than 4 MiB\n")
  }
}
