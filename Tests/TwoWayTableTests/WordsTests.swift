import Testing
import TwoWayTable

@Suite("The words of the library")
struct WordsTests {
  /// Every word in brackets, its values kept.
  private static let other: Words = {
    var words = Words()
    for word in Word.allCases { words[word] = "«\(word.rawValue)»" }
    words[.yesLetter] = "j"
    words[.noLetter] = "n"
    return words
  }()

  @Test("are replaced one by one, with their values in any order")
  func replacing() {
    let words = Words([.atMost: "höchstens %2, nicht %1", .save: "Sichern"])
    #expect(words[.save] == "Sichern" && words[.cancel] == "Cancel")
    #expect(words.text(.atMost, "9", "%1") == "höchstens %1, nicht 9")
    #expect(Words([.save: "100 % %9"]).text(.save) == "100 % %9")
  }

  @Test("are all texts of a form")
  func form() {
    var configuration = FormConfiguration(allowsDelete: true)
    configuration.words = Self.other
    let fields = [
      FormField(key: "a", label: "", isRequired: true),
      FormField(key: "b", label: "", editor: ToggleEditor()),
      FormField(key: "c", label: "", editor: TimeEditor()),
    ]
    var form = Form(fields, values: ["b": "true"], configuration: configuration)
    form.press("^s")
    #expect(
      form.lines(rows: 7, columns: 60) == [
        "  !          ]", "   yes", "", "", "", " ! «a value is needed»",
        " («Save»)  «Cancel»   «Delete»",
      ])
    form.press("x Tab Tab 9999")
    #expect(form.lines(rows: 7, columns: 60)[5].hasPrefix(" ! «\"9999\" is not a time"))
    form.press("^u Tab Tab Tab Enter")
    #expect(form.lines(rows: 7, columns: 60)[5] == " «Delete this?»  «y yes  n no»")
    #expect(form.press("y") == nil && form.press("J") == .deleted)
  }

  @Test("are all texts of a list")
  func list() {
    func last(_ list: inout ListScreen, _ keys: String) -> [String] {
      list.press(keys)
      var surface = Surface(size: ScreenSize(rows: 2, columns: 40))
      _ = list.draw(into: &surface, in: ScreenRectangle(surface.size))
      return surface.lines
    }
    var empty = ListScreen([], words: Self.other)
    #expect(last(&empty, "")[0] == "  «nothing here yet»")
    var list = ListScreen([ListItem(id: "1", title: "one")], words: Self.other)
    #expect(last(&list, "")[1] == " «1 of 1»")
    #expect(last(&list, "d")[1] == " «Delete \"one\"?»  «y yes  n no»")
    #expect(last(&list, "n /x")[1] == " /x   ! «nothing found»")
  }
}
