import TestSupport
import Testing

@Suite(.serialized) struct EditorInTmuxTests {
  private let folder = TemporaryFolder()

  private func open(
    _ options: String = "", columns: Int = 80, rows: Int = 24
  ) throws -> TmuxScreen {
    _ = try ShellCommand("setpoint new home.json && cp home.json before.json", in: folder.path)
    let screen = try TmuxScreen(
      "setpoint edit home.json \(options)", in: folder, columns: columns, rows: rows)
    #expect(try screen.wait(for: "q quit"))
    return screen
  }

  private func run(_ script: String) throws -> String {
    try ShellCommand(script, in: folder.path).text
  }

  @Test func anEditedCellIsALineChangedInTheFile() throws {
    let screen = try open()
    try screen.press("Down", "Right", "Right", "Right", "Right")
    #expect(try screen.wait(for: "114 Tue leave heat 62 (45-82)"))
    try screen.type("64")
    try screen.press("Enter", "C-s")
    #expect(try screen.wait(for: "saved home.json"))
    try screen.press("q")
    #expect(try screen.wait { $0.first?.hasPrefix("$ setpoint edit") == true })
    #expect(
      try run("diff before.json home.json") == """
        17c17
        <           "leave": {"time": "08:00", "heat": 62, "cool": 85},
        ---
        >           "leave": {"time": "08:00", "heat": 64, "cool": 85},

        """)
    #expect(
      try run("git diff --no-index --numstat before.json home.json").hasPrefix("1\t1\t"))
  }

  @Test func timesAreTakenAsPeopleTypeThemAndOthersRefusedWithASentence() throws {
    let screen = try open("--clock 12")
    for refused in ["25:99", "noonish", ""] {
      try screen.press("Enter", "C-u")
      if !refused.isEmpty { try screen.type(refused) }
      try screen.press("Enter")
      #expect(
        try screen.wait(for: refused.isEmpty ? "a time is needed" : "\"\(refused)\" is not a time"))
      try screen.press("Escape")
      #expect(try screen.wait(for: "Monday    [6:00a]"))
    }
    try screen.type("6:15 am")
    try screen.press("Enter")
    #expect(try screen.wait(for: "Monday    *6:15a"))
    try screen.press("C-s", "q")
    #expect(try screen.wait { $0.first?.hasPrefix("$ setpoint edit") == true })
    #expect(try run("setpoint get home.json monday.wake.time") == "06:15\n")
  }

  @Test func theStateSurvivesEverySizeAndTheScreenIsWhole() throws {
    let screen = try open()
    try screen.press("Down", "Right")
    try screen.type("66")
    try screen.press("Enter")
    for (columns, rows, text) in [
      (120, 40, "°F  24h  ok"), (40, 12, "Wednesday  time"), (20, 5, "needs 22x5"), (1, 1, "n"),
    ] {
      try screen.resize(columns: columns, rows: rows)
      #expect(try screen.wait(for: text), "\(columns)x\(rows)")
    }
    try screen.resize(columns: 80, rows: 24)
    #expect(try screen.wait(for: "q quit"))
    #expect(try screen.wait(for: "204 Wed wake heat 70"))
    let shown = try screen.lines().prefix(24).map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(shown, "screens/resized-80x24.txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
    try screen.press("q", "n")
    #expect(try screen.wait { $0.first?.hasPrefix("$ setpoint edit") == true })
    #expect(try run("cmp before.json home.json && echo same") == "same\n")
  }

  @Test func suspendingAndGoingOnKeepsTheEdits() throws {
    let screen = try open()
    try screen.press("Right")
    try screen.type("67")
    try screen.press("Enter", "C-z")
    #expect(try screen.wait(for: "Stopped"))
    try screen.type("echo between; fg")
    try screen.press("Enter")
    #expect(try screen.wait(for: "104 Tue wake heat 70"))
    try screen.press("q", "y")
    #expect(try screen.wait(for: "between"))
    #expect(try run("setpoint get home.json monday.wake.heat") == "67\n")
  }

  @Test func helpComesAndGoes() throws {
    let screen = try open()
    try screen.press("?")
    #expect(try screen.wait(for: "In the table"))
    try screen.press("Escape")
    #expect(try screen.wait(for: "q quit"))
  }
}
