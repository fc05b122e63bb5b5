import Diagnostics
import ScheduleEditor
import ScheduleModel
import Testing

@Suite struct LineModeTests {
  /// Runs lines and gives what was said, how it ended, and what was saved.
  private func run(
    _ lines: [String], _ contents: Contents = .standard(.fahrenheit),
    _ prepare: (EditorHarness) -> Void = { _ in }
  ) -> (said: [String], outcome: EditorOutcome, failures: Int, saved: [Contents]) {
    var rest = lines[...]
    var said: [String] = []
    let host = EditorHarness(contents)
    prepare(host)
    let mode = LineMode(
      contents, options: EditorOptions(fileName: "home.json"), host: host.host,
      readLine: { _ in rest.popFirst() }, write: { said.append($0) })
    let outcome = mode.run()
    return (said, outcome, mode.failureCount, host.saved)
  }

  @Test("the same commands edit the same week") func sameCommandsEdit() {
    let result = run([
      "goto tue leave heat", "=64", "", "copy tuesday wednesday", "undo", "save", "quit",
    ])
    #expect(
      result.said == [
        "Home - home.json (F); help lists the commands", "114 Tue leave heat 62 (45-82)",
        "114 Tue leave heat 64 - was 62 (45-82)", "114 Tue leave heat 64 - was 62 (45-82)",
        "copied tuesday to wednesday: 1 row changed",
        "undid copy tuesday to wednesday", "saved home.json",
      ])
    #expect(result.outcome == .quit)
    #expect(
      result.saved.first?.schedules[0].week[CellAddress(.tuesday, .leave, .heat)].description
        == "64")
  }

  @Test("nothing in a name acts on the terminal")
  func namesArePrintable() {
    let name = "\u{1B}]52;c;YQ==\u{7}\u{202E}"
    let contents = Contents.standard(.fahrenheit, name: name)
    let said = run(["schedules", "show", "duplicate B", "rename \u{9B}31m", "quit!"], contents).said
    #expect(said.count > 8)
    for line in said {
      #expect(
        !line.unicodeScalars.contains {
          $0 != " " && $0.properties.generalCategory == .control || $0 == "\u{202E}"
        }, "\(line.debugDescription)")
    }
  }

  @Test("what cannot be done is said and counted") func cannotDoneCounted() {
    let result = run(["fly", "set mon.wake.heat=hot", "edit", "copy", "mouse", "quit", "114"])
    #expect(result.failures == 5)
    #expect(result.said.contains("? there is no command \"fly\"; Tab lists them"))
    #expect(
      result.said.contains("? \"hot\" is not a temperature; use a number with at most one decimal"))
    #expect(result.outcome == .quit)
  }

  @Test("quitting with changes says so and goes on") func quittingChangesGoes() {
    let result = run(["=7", "quit", "quit!"])
    #expect(result.said.contains("? changes are not saved: save, or quit!"))
    #expect(result.outcome == .quit)
    #expect(result.saved.isEmpty)
    #expect(run(["=7"]).outcome == .endOfInput(unsaved: true))
    #expect(run(["=7", "save-and-quit"]).saved.count == 1)
  }

  @Test("lists and the week are read") func listsWeekRead() {
    let result = run(["mon.wake.heat=85", "problems", "history", "schedules", "show", "help"])
    #expect(result.said.contains("! monday wake heats to 85 while cooling to 78 [SP301]"))
    #expect(result.said.contains("monday wake heats to 85 while cooling to 78: SP301 error"))
    #expect(result.said.contains("monday wake heat 70 -> 85: now"))
    #expect(result.said.contains { $0.hasPrefix(" Sunday ") })
    #expect(result.said.contains { $0.hasPrefix("copy [DAY DAYS…]: ") })
    #expect(!result.said.contains { $0.hasPrefix("theme ") })
  }

  @Test("what was said is not said again") func notAgain() {
    #expect(run(["edit", "114"]).failures == 1)
    #expect(run(["mon.wake.heat=85", "114"]).said.count { $0.hasPrefix("! ") } == 1)
    #expect(run(["yank"]).said.contains("06:00"))
    #expect(run(["select line", "yank", "goto mon leave", "paste"]).failures == 1)
    var several = Contents.standard(.fahrenheit)
    several.schedules.append(Schedule(name: "Other", week: .standard(.fahrenheit)))
    #expect(run(["114"], several).said.count == 2)
  }

  @Test("what cannot be saved or kept is said") func cannotSavedKept() {
    let failed = run(["=7", "save-and-quit"]) { $0.saveFailure = "no space left" }
    #expect(failed.said.contains("? not saved: no space left"))
    #expect(failed.outcome == .endOfInput(unsaved: true))
    let asked = run(["=7", "save"]) {
      $0.saveProblems = [.needsChoice(Refusal("the file has 2 names"), [.inPlace])]
    }
    #expect(asked.said.contains("? not saved: the file has 2 names"))
    let unkept = run(["=7"]) { $0.recordProblem = "no space left" }
    #expect(unkept.said.contains("? no space left"))
  }
}
