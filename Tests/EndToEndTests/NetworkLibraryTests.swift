import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct NetworkLibraryTests {
  @Test("setpoint links no network library; setpoint-link does", .enabled(if: Self.isLinux))
  func linksNone() throws {
    let folder = TemporaryFolder()
    let libraries = "grep -cE 'curl|mosquitto|ssl|nghttp|websockets'"
    let own = try ShellCommand(
      "ldd \"$(command -v setpoint)\" 2>&1 | \(libraries)", in: folder.path)
    #expect(own.text == "0\n")
    let other = try ShellCommand(
      "ldd \"$(command -v setpoint-link)\" | \(libraries)", in: folder.path)
    #expect(other.status == 0)
  }

  private static var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }
}
