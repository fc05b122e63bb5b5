import Diagnostics
import Testing
import TwoWayTable
import CLibrary

@Suite struct ThemeTests {
  @Test("every role has the name of its case") func everyRoleName() {
    for role in StyleRole.allCases {
      #expect(StyleRole(role.name) == role)
    }
    #expect(
      Theme.builtIn.map(\.name) == [
        "default", "dark", "light", "terminal", "high-contrast", "mono",
      ])
  }

  @Test("an app has its own roles, in files and on the screen")
  func ownRoles() throws {
    let overdue = StyleRole("overdue")
    #expect(StyleRole("overdue") == overdue && StyleRole.allCases.contains(overdue))
    let text = ##"{"name": "a", "base": "dark", "roles": {"overdue": "#ff0000"}}"##
    let theme = try Theme(reading: Array(text.utf8), file: "a.json")
    #expect(theme[overdue].foreground == .rgb(255, 0, 0))
    #expect(Theme.dark[overdue] == Theme.dark[.plain])
    var surface = Surface(size: ScreenSize(rows: 1, columns: 4))
    surface.write("late", at: ScreenPoint(row: 0, column: 0), style: Style(overdue, .bold))
    #expect(surface[ScreenPoint(row: 0, column: 3)].style == Style(overdue, .bold))
    #expect(surface.text(theme: theme).hasPrefix("\u{1B}[0;1;38;5;196"))
  }

  @Test("without colours, the range and the cursor in it are visible") func withoutColorsRange() {
    for role in StyleRole.allCases {
      #expect(Theme.mono[role].foreground == .standard)
      #expect(Theme.mono[role].background == .standard)
    }
    let range = Theme.mono[.selection].emphasis
    #expect(!range.isEmpty && !range.contains(.reverse))
  }

  /// Against black, white or the theme's own background; 3.9 for the theme that must do on both, with colours that the
  /// user set up.
  static let backgrounds: [(Theme, [TerminalColor], least: Double)] = [
    (.terminal, [.rgb(0, 0, 0), .rgb(255, 255, 255)], 3.9),
    (.sixteen, [.rgb(0, 0, 0), .rgb(255, 255, 255)], 3.9), (.highContrast, [.rgb(0, 0, 0)], 7),
  ]

  @Test(
    "text of a theme with its own background is readable on it, on bars and on the cursor's row",
    arguments: [Theme.standard, .dark, .light], [true, false])
  func ownBackgrounds(theme: Theme, isExact: Bool) throws {
    for role in StyleRole.allCases {
      for emphasis in [Emphasis(), .raised] {
        let look = theme.look(of: Style(role, emphasis))
        let colors = try [look.foreground, look.background].map { color in
          isExact ? color : .indexed(UInt8(try #require(color.number(among: 256))))
        }
        let contrast = contrast(colors[0], colors[1])
        #expect(contrast >= 4.5, "\(theme.name) \(role.name): \(contrast)")
      }
    }
  }

  @Test("text is readable", arguments: backgrounds)
  func textIsReadable(theme: Theme, backgrounds: [TerminalColor], least: Double) {
    for role in StyleRole.allCases {
      let entry = theme[role]
      for terminal in backgrounds where entry.foreground != .standard {
        let background = entry.background == .standard ? terminal : entry.background
        let number = theme == .sixteen ? entry.foreground.number(among: 16) : nil
        let text = number.map { .indexed(UInt8($0)) } ?? entry.foreground
        let contrast = contrast(text, background)
        #expect(contrast >= least, "\(theme.name) \(role.name): \(contrast)")
      }
    }
  }

  @Test("with eight colours, cool numbers are cyan, and with sixteen bright blue")
  func coolWithFewColors() {
    let cool = Theme.dark.fitting(colors: 8)[.cool].foreground
    #expect(cool.number(among: 8) == 6 && cool.number(among: 16) == 12)
  }

  @Test("marks of problems and changes are readable", arguments: backgrounds)
  func marksAreReadable(theme: Theme, backgrounds: [TerminalColor], least: Double) {
    for role in [StyleRole.problem, .changed] {
      let entry = theme[role]
      for terminal in backgrounds where entry.foreground != .standard {
        let background = entry.background == .standard ? terminal : entry.background
        let contrast = contrast(entry.foreground, background)
        #expect(contrast >= max(4.5, least), "\(theme.name) \(role.name): \(contrast)")
      }
    }
  }

  /// WCAG 2.1, "contrast ratio".
  private func contrast(_ one: TerminalColor, _ other: TerminalColor) -> Double {
    let values = [one, other].map { luminance($0) }.sorted()
    return (values[1] + 0.05) / (values[0] + 0.05)
  }

  private func luminance(_ color: TerminalColor) -> Double {
    guard let (red, green, blue) = color.components else { return 0 }
    let linear = [red, green, blue].map { value in
      let part = Double(value) / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}

extension TerminalColor {
  fileprivate static func rgb(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> TerminalColor {
    .exact(red << 16 | green << 8 | blue)
  }
}

@Suite struct TerminalColorTests {
  static let spellings: [(String, TerminalColor?)] = [
    ("default", .standard), ("red", .indexed(1)), ("bright-blue", .indexed(12)),
    ("208", .indexed(208)),
    ("#ff8700", .rgb(255, 135, 0)), ("#FF8700", .rgb(255, 135, 0)), ("256", nil), ("-1", nil),
    ("#ff870", nil), ("#+f8700", nil), ("Red", nil), ("bright-", nil), ("", nil),
  ]

  @Test("is read in usual spellings", arguments: spellings)
  func readPeopleSpell(text: String, color: TerminalColor?) {
    #expect(TerminalColor(text) == color)
  }

  static let conversions: [(TerminalColor, Int, Int?)] = [
    (.standard, 256, nil), (.indexed(208), 256, 208), (.indexed(12), 256, 12),
    (.indexed(12), 16, 12), (.indexed(12), 8, 4), (.indexed(208), 8, 3), (.indexed(124), 8, 1),
    (.indexed(25), 16, 12), (.indexed(231), 8, 7), (.indexed(16), 8, 0),
    (.rgb(255, 135, 0), 256, 208), (.rgb(254, 136, 2), 256, 208), (.rgb(128, 128, 128), 256, 244),
    (.rgb(0, 0, 0), 256, 16), (.rgb(255, 0, 0), 8, 1), (.rgb(255, 135, 0), 1 << 24, 0x1FF8700),
    (.indexed(3), 1 << 24, 3), (.indexed(208), 1 << 24, 208), (.rgb(0, 0, 3), 1 << 24, 0x1000003),
  ]

  @Test("becomes the nearest colour of the terminal", arguments: conversions)
  func becomesNearestTerminal(color: TerminalColor, count: Int, number: Int?) {
    #expect(color.number(among: count) == number)
  }
}

@Suite struct ThemeReadingTests {
  @Test("changes only the roles that it names") func changesNames() throws {
    let text = """
      {"name": "dusk", "base": "dark",
       "roles": {"warm": "#ff8700", "cool": 33,
        "problem": {"foreground": "black", "background": "bright-yellow", "bold": false},
        "title": {"underline": true}}}
      """
    let theme = try Theme(reading: Array(text.utf8), file: "dusk.json")
    #expect(theme.name == "dusk")
    let background = Theme.dark[.plain].background
    #expect(theme[.warm] == ThemeEntry(.rgb(255, 135, 0), on: background))
    #expect(theme[.cool] == ThemeEntry(.indexed(33), on: background))
    #expect(theme[.problem] == ThemeEntry(.indexed(0), on: .indexed(11)))
    #expect(theme[.title].emphasis == [.bold, .underline])
    #expect(theme[.changed] == Theme.dark[.changed])
  }

  @Test("every other role has the background of plain text") func everythingElseTakes() throws {
    let text = #"{"name": "a", "roles": {"plain": {"background": "blue", "foreground": "white"}}}"#
    let theme = try Theme(reading: Array(text.utf8), file: "a.json")
    #expect(theme[.title].background == .indexed(4))
    #expect(theme[.title].foreground == .indexed(7))
    #expect(theme[.warm] == ThemeEntry(Theme.dark[.warm].foreground, on: .indexed(4)))
  }

  static let faults: [(String, String)] = [
    ("[", "t.json:1:2: error: "),
    ("[]", "t.json:1:1: error: the theme is an array; expected an object"),
    ("{}", #"t.json:1:1: error: the theme lacks "name""#),
    (
      "{\"name\": \"a\",\n \"base\": \"dusk\"}",
      #"t.json:2:10: error: base is the string "dusk"; expected "default", "#
    ),
    (#"{"name": "a", "rolls": {}}"#, #"t.json:1:15: error: unknown member "rolls""#),
    (#"{"name": "", "roles": 1}"#, "t.json:1:10: error: name is the string \"\"; expected"),
    (
      #"{"name": "a", "roles": 1}"#, "t.json:1:24: error: roles is the number 1; expected an object"
    ),
    (#"{"name": "a", "roles": {"hot": 1}}"#, #"t.json:1:25: error: unknown role "hot""#),
    (
      #"{"name": "a", "roles": {"warm": "puce"}}"#,
      #"t.json:1:33: error: roles.warm is the string "puce""#
    ),
    (
      #"{"name": "a", "roles": {"warm": 256}}"#,
      "t.json:1:33: error: roles.warm is the number 256; expected"
    ),
    (
      #"{"name": "a", "roles": {"warm": {"bold": 1}}}"#,
      "t.json:1:42: error: roles.warm.bold is the number 1; expected true or false"
    ),
    (
      #"{"name": "a", "roles": {"warm": {"dim": true}}}"#,
      #"t.json:1:34: error: unknown member "dim""#
    ),
    (#"{"name": "a", "name": "b"}"#, #"t.json:1:15: error: "name" appears twice"#),
  ]

  @Test("a fault is reported with its place", arguments: faults)
  func faultPlace(text: String, message: String) {
    do {
      _ = try Theme(reading: Array(text.utf8), file: "t.json")
      Issue.record("no error for \(text)")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }

  @Test("all faults are reported by position") func allFaultsPosition() {
    let text = #"{"name": "a", "roles": {"warm": "puce", "cool": {"foreground": 300}}, "x": 1}"#
    do {
      _ = try Theme(reading: Array(text.utf8), file: "t.json")
      Issue.record("no error")
    } catch {
      #expect(error.problems.map(\.location?.column) == [33, 64, 71])
    }
  }
}
