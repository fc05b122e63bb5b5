import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct NetworkLibraryTests {
  @Test(
    "setpoint links no network library; setpoint-link does", .enabled(if: Self.isLinux, "not Linux")
  )
  func linksNone() throws {
    let folder = TemporaryFolder()
    let libraries = "grep -cE 'curl|mosquitto|ssl|nghttp|websockets'"
    let own = try ShellCommand(
      "ldd \"$(command -v setpoint)\" 2>&1 | \(libraries)", in: folder.path)
    #expect(own.text == "0\n")
    // What people install is static, and ldd tells nothing about it.
    let names = try ShellCommand(
      """
      for program in setpoint setpoint-link; do
        grep -cE 'curl_easy_|mosquitto_(lib|connect)' "$(command -v $program)"
      done
      """, in: folder.path
    ).text.split(separator: "\n")
    #expect(names.count == 2 && names[0] == "0" && names[1] != "0", "\(names)")
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
