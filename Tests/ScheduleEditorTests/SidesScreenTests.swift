import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

/// The editor with schedules that only heat or only cool.
@Suite struct SidesScreenTests {
  private static func contents(_ sides: Sides) -> Contents {
    Contents(
      unit: .celsius, schedules: [Schedule(name: "Valve", week: .standard(.celsius, sides))])
  }

  @Test(
    "the screen of a heat-only schedule is as recorded",
    arguments: [
      (50, 200), (40, 120), (24, 80), (22, 80), (20, 60), (12, 40), (5, 28), (5, 22), (5, 20),
    ])
  func heatScreens(rows: Int, columns: Int) {
    let editor = EditorHarness(Self.contents(.heat), rows: rows, columns: columns)
    editor.press("Down Right 1 8 Enter")
    let text = editor.backend.lines.map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(text, "screens/heat-\(columns)x\(rows).txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("no screen mentions the side that a schedule lacks", arguments: Side.allCases)
  func noWords(side: Side) {
    let editor = EditorHarness(Self.contents(Sides(side)), device: "csv")
    let keys = [
      "", "Right 1 8 Enter", "w", "e", "Esc a", "Esc D", "Esc X", "Esc L", "Esc :", "s e t Space",
      "Esc : g o t o Space t u e Space w a k e Space",
    ]
    for keys in keys {
      editor.press(keys)
      for (rows, columns) in [(60, 200), (24, 80), (34, 80), (20, 60), (12, 40), (8, 30), (5, 28)] {
        editor.resize(rows: rows, columns: columns)
        let text = editor.backend.lines.joined(separator: "\n").lowercased()
        #expect(!text.contains(side.other.name), "\(keys) \(columns)x\(rows)\n\(text)")
      }
    }
  }

  @Test("a side is added and removed as one step each, and the cursor stays on its row")
  func changes() {
    let editor = EditorHarness(Self.contents(.both)).press("Down Right Right")
    let before = editor.editor.state.contents
    #expect(editor.command("sides both").status.contains("schedule already has heat and cool"))
    editor.command("sides heat")
    #expect(editor.editor.state.week.sides == .heat)
    #expect(editor.cell("tue.wake.heat") == "21")
    #expect(editor.backend.lines.contains { $0.contains("removed the cool setpoints") })
    editor.press("u")
    #expect(editor.editor.state.contents == before)
    editor.press("r")
    editor.command("sides both 25 29")
    #expect(editor.cell("tue.wake.cool") == "25" && editor.cell("sun.sleep.cool") == "29")
    editor.press("u")
    #expect(editor.editor.state.week.sides == .heat)
  }

  @Test("levels that a side needs are asked for in the form of the schedule")
  func form() {
    let editor = EditorHarness(Self.contents(.heat)).command("sides both")
    #expect(editor.backend.lines.contains { $0.contains("Added cool") })
    editor.press("2 6 , 3 0").press("^s")
    #expect(editor.cell("mon.wake.cool") == "26" && editor.cell("mon.leave.cool") == "30")
    editor.press("u")
    #expect(editor.editor.state.contents == Self.contents(.heat))
  }

  @Test(
    "cells of an absent side are refused with a message",
    arguments: ["set mon.wake.cool=26", "go mon wake cool", "102", "level 20 26"])
  func refused(line: String) {
    let editor = EditorHarness(Self.contents(.heat)).command(line)
    #expect(editor.editor.state.contents == Self.contents(.heat))
    let words = line.hasPrefix("level") ? "there is no level" : "the schedule has no cool setpoints"
    #expect(editor.backend.lines.contains { $0.contains(words) }, "\(editor.backend.lines)")
  }

  @Test("columns appear when another program adds a side, and edits of both stay")
  func addedOutside() {
    let editor = EditorHarness(Self.contents(.heat)).press("Right 1 8 Enter")
    var theirs = Self.contents(.both)
    theirs.schedules[0].week[CellAddress(.sunday, .sleep, .heat)] = .temperature(Temperature(15))
    editor.changeFile(to: theirs)
    #expect(editor.editor.state.week.sides == .both && editor.cell("mon.wake.heat") == "18")
    #expect(editor.cell("sun.sleep.heat") == "15" && editor.cell("mon.wake.cool") == "26")
    #expect(editor.backend.lines.joined().contains("cool"))
    editor.changeFile(to: Self.contents(.heat))
    #expect(editor.editor.state.week.sides == .heat && editor.cell("mon.wake.heat") == "18")
  }

  @Test("a side that another program removed and that was edited here is a conflict")
  func removedOutside() {
    let editor = EditorHarness(Self.contents(.both)).press("Right Right 2 8 Enter")
    editor.changeFile(to: Self.contents(.heat))
    #expect(editor.editor.state.week.sides == .both && editor.cell("mon.wake.cool") == "28")
    #expect(editor.press("C").backend.lines.contains { $0.contains("sides") })
    editor.press("t")
    #expect(editor.editor.state.week.sides == .heat)
    editor.press("Esc u")
    #expect(editor.cell("mon.wake.cool") == "28")
  }

  @Test("the columns are those of the shown schedule")
  func schedules() {
    var contents = Self.contents(.heat)
    contents.schedules.append(Schedule(name: "House", week: .standard(.celsius)))
    let editor = EditorHarness(contents).command("schedule House").press("End")
    #expect(editor.editor.state.week.sides == .both)
    editor.command("schedule Valve")
    #expect(!editor.backend.lines.joined().contains("cool"))
    editor.command("schedule House")
    #expect(editor.backend.lines.joined().contains("cool"))
  }
}
