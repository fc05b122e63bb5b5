import TestSupport
import TestTraits
import Testing

/// The first start of the program.
@Suite(.waits) struct FirstContactTests {
  private let folder = TemporaryFolder()

  @Test("on a terminal, setpoint alone opens the default document, and with a file that file")
  func opensDefaultDocument() throws {
    func open() throws -> ProgramOnPTY {
      try ProgramOnPTY(
        BuiltProduct.path("setpoint"), [], environment: ["HOME": folder.path], in: folder.path,
        columns: 160)
    }
    let first = try open()
    try first.press("", showing: "[new]")
    try first.press("72\r", showing: "72")
    try first.press(Key.save, showing: "saved \(folder.path)/.local/share/setpoint/schedule.json")
    first.send("q")
    #expect(first.process.waitForEnd()?.end == .exited(0))
    let second = try open()
    try second.press("", showing: "72")
    #expect(!second.screen.lines.contains { $0.contains("[new]") })
    second.send("q")
    #expect(second.process.waitForEnd()?.end == .exited(0))
    let named = try ProgramOnPTY(
      BuiltProduct.path("setpoint"), [".local/share/setpoint/schedule.json"], in: folder.path)
    try named.press("", showing: "72")
    named.send("q")
    #expect(named.process.waitForEnd()?.end == .exited(0))
  }

  @Test(
    "without a terminal it prints a short help, and help prints the commands",
    arguments: [("", 24), ("help", 45), ("--help", 45)])
  func prints(arguments: String, most: Int) throws {
    let result = try ShellCommand("setpoint \(arguments) </dev/null", in: folder.path)
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(result.status == 0 && result.errorText == "")
    #expect((8...most).contains(lines.count) && lines.allSatisfy { $0.count <= 88 })
    #expect(result.text.contains(arguments.isEmpty ? "setpoint edit home.json" : "  edit "))
    guard !arguments.isEmpty else { return }
    #expect(try ShellCommand("setpoint --help", in: folder.path).text == result.text)
  }
}
