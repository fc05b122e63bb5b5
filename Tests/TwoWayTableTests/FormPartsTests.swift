import Testing
import TwoWayTable

/// What a form has besides single fields.
@Suite("A form")
struct FormPartsTests {
  private static let likes: any FieldEditor =
    (try? SeveralEditor(choices: ["tea", "milk", "cake"])) ?? TextEditor()
  private static let date: any FieldEditor = (try? DateEditor()) ?? TextEditor()
  private static let fields = [
    FormField(key: "first", label: "First", heading: "Person"),
    FormField(key: "last", label: "Last"),
    FormField(key: "from", label: "From", editor: date, heading: "Contract"),
    FormField(key: "to", label: "To", editor: date),
    FormField(key: "boss", label: "Boss", opens: "boss"),
    FormField(key: "likes", label: "Likes", editor: likes),
  ]
  private static let rules = [
    FormRule.anyOf(["first", "last"], reason: "a first or a last name is needed"),
    FormRule.ascending(["from", "to"], reason: "a contract ends after it begins"),
  ]

  private func form(_ values: [String: String] = [:]) -> Form {
    Form(
      Self.fields, values: values, configuration: FormConfiguration(allowsDelete: true),
      rules: Self.rules)
  }

  @Test("has sections with headings, which have no focus and scroll with their fields")
  func sections() {
    var form = form(["first": "Ada"])
    #expect(
      form.lines(rows: 10, columns: 40)[..<8] == [
        " Person", " First [Ada       ]", " Last", " Contract", " From", " To", " Boss", " Likes",
      ])
    form.press("Tab Tab")
    #expect(form.focus == .field(2))
    #expect(form.lines(rows: 4, columns: 40)[..<2] == [" Contract", " From  [          ]"])
    #expect(form.fittingSize.rows == 10)
  }

  @Test("cannot be saved while a rule over several fields is broken, and says why")
  func rulesOverSeveralFields() {
    var form = form()
    #expect(!form.canSave && form.brokenRule?.problem.reason == "a first or a last name is needed")
    let lines = form.lines(rows: 11, columns: 60)
    #expect(
      lines[9] == " ! a first or a last name is needed" && lines[10] == " (Save)  Cancel   Delete")
    form.press("Tab")
    #expect(form.press("^s") == nil && form.focus == .field(0))
    form.press("A d a")
    #expect(form.canSave)
    form.press("Tab Tab 2026-11-30 Tab 2026-11-02")
    #expect(form.brokenRule?.problem.reason == "a contract ends after it begins")
    #expect(form.press("^s") == nil && form.focus == .field(2))
    form.press("Tab ^u 2026-12-01")
    #expect(form.canSave && form.values["to"] == "2026-12-01" && form.values["last"] == "")
  }

  @Test("compares numbers by their size in a rule, and passes over empty fields")
  func ascendingNumbers() {
    func reason(_ values: [String: String]) -> String? {
      let fields = ["low": "Least", "middle": "Middle", "high": ""].map {
        FormField(key: $0, label: $1)
      }
      let rules = [FormRule.anyOf(["low", "high"]), .ascending(["low", "middle", "high"])]
      return Form(fields, values: values, rules: rules).brokenRule?.problem.reason
    }
    #expect(reason(["low": "9", "middle": "", "high": "10"]) == nil)
    // A field without a label has its key.
    #expect(reason(["low": "10", "high": "9"]) == "Least comes before high")
    #expect(reason([:]) == "one of these is needed: Least, high")
    #expect(reason(["low": "9", "high": "9"]) != nil)
  }

  @Test("has rules of the app over all values")
  func ownRule() {
    let rule = FormRule(about: ["b"]) { $0["a"] == $0["b"] ? FieldProblem("a equals b") : nil }
    var form = Form(["a", "b"].map { FormField(key: $0, label: $0) }, rules: [rule])
    form.press("1 Tab 1")
    #expect(form.brokenRule?.problem.reason == "a equals b")
    form.press("2")
    #expect(form.canSave)
  }

  @Test("asks its owner to open a field's list, and accepts the value that comes back")
  func fieldsOpenScreens() {
    var form = form(["first": "Ada"])
    form.press("Up Up Up Up Up")
    #expect(form.focus == .field(4))
    #expect(form.press("x") == nil && form.values["boss"] == "")
    _ = form.paste("Babbage")
    #expect(form.values["boss"] == "")
    #expect(form.press("Enter") == .opened(command: "boss"))
    form.set("Babbage", of: "boss")
    form.set("nothing", of: "no field")
    #expect(form.lines(rows: 10, columns: 40)[6] == " Boss  [Babbage   ] >")
    #expect(form.press("^s") == .saved(["boss": "Babbage"]))
  }

  @Test("ticks several choices with the space bar; Left, Right and letters move between them")
  func severalChoices() {
    var form = form(["first": "Ada", "likes": "milk"])
    form.press("Up Up Up Up")
    #expect(form.focus == .field(5))
    #expect(form.lines(rows: 10, columns: 60)[7].hasPrefix(" Likes [[ ] tea  [x] milk  [ ] cake"))
    form.press("␣ Right Right ␣")
    #expect(form.values["likes"] == "tea, milk, cake")
    form.press("m ␣ End")
    #expect(form.values["likes"] == "tea, cake")
    form.press("Del Home ␣")
    #expect(form.press("^s") == .saved(["likes": "tea"]))
  }

  @Test("a press goes to a field or presses a button, and changes a choice that has the focus")
  func presses() {
    var form = form(["first": "Ada", "likes": "milk"])
    func press(_ text: String, _ rows: Int = 11, _ columns: Int = 40) -> FormOutcome? {
      let lines = form.lines(rows: rows, columns: columns)
      guard let row = lines.firstIndex(where: { $0.contains(text) }),
        let start = lines[row].firstRange(of: text)?.lowerBound
      else {
        Issue.record("no \(text) in \(lines)")
        return nil
      }
      let column = lines[row].distance(from: lines[row].startIndex, to: start)
      return form.press(
        at: ScreenPoint(row: row, column: column),
        in: ScreenRectangle(row: 0, column: 0, rows: rows, columns: columns))
    }
    // The text typed in the field before is accepted, or has a problem.
    form.press("Tab L o v e")
    #expect(press("From") == nil && form.focus == .field(2) && form.values["last"] == "Love")
    form.press("x")
    #expect(press("Last") == nil && form.focus == .field(1) && press("Last") == nil)
    #expect(form.values["last"] == "Love")
    for heading in ["Person", "Contract"] {
      #expect(press(heading) == nil && form.focus == .field(1))
    }
    // The first press shows the boxes, the next ones tick them.
    #expect(press("milk") == nil && form.focus == .field(5) && form.values["likes"] == "milk")
    for box in ["cake", "tea", "] milk"] { #expect(press(box) == nil) }
    #expect(form.values["likes"] == "tea, cake")
    #expect(press("Likes") == nil && press("  [ ] milk", 11, 60) == nil)
    #expect(form.values["likes"] == "tea, cake")
    // Scrolled to the last box.
    form.press("End")
    #expect(press("cake", 11, 22) == nil && form.values["likes"] == "tea")
    #expect(press("Boss") == nil && form.focus == .field(4))
    #expect(press("Boss") == .opened(command: "boss"))
    // With a few lines, the form scrolls to the field with the focus.
    #expect(press("To", 4) == nil && form.focus == .field(3))
    #expect(press("Save") == .saved(["last": "Love", "likes": "tea"]))
    #expect(press("Cancel") == .cancelled)
    #expect(press("Delete") == nil && form.isAsking)
    #expect(press("First") == nil && form.isAsking && form.focus == .button(.delete))
    form.press("n")
    let outside = ScreenRectangle(row: 3, column: 5, rows: 11, columns: 40)
    for (row, column) in [(2, 10), (14, 10), (5, 4), (5, 45)] {
      #expect(form.press(at: ScreenPoint(row: row, column: column), in: outside) == nil)
      #expect(form.focus == .button(.delete))
    }
    #expect(form.press(at: ScreenPoint(row: 4, column: 8), in: outside) == nil)
    #expect(form.focus == .field(0))
  }

  @Test("a press on one of several buttons that do not fit presses that button")
  func pressesOnFewColumns() {
    var form = form(["first": "Ada"])
    form.press("Shift-Tab")
    #expect(form.lines(rows: 4, columns: 12)[3] == " [Delete]")
    let area = ScreenRectangle(row: 0, column: 0, rows: 4, columns: 12)
    #expect(form.press(at: ScreenPoint(row: 3, column: 10), in: area) == nil && !form.isAsking)
    #expect(form.press(at: ScreenPoint(row: 3, column: 3), in: area) == nil && form.isAsking)
  }

  @Test("shows a placeholder unlike a value, also after a refused save")
  func placeholders() {
    let field = FormField(key: "name", label: "Name", placeholder: "Summer", isRequired: true)
    var form = Form([field])
    #expect(form.lines(rows: 5, columns: 40)[0] == " Name [          ] (Summer)")
    form.press("^s")
    #expect(form.lines(rows: 5, columns: 40)[0] == " Name !          ] (Summer)")
    form.press("Tab")
    #expect(form.lines(rows: 5, columns: 40)[0] == " Name !(Summer)")
  }

  @Test("ends a text that is cut with a mark, and keeps the answers of a question")
  func cuts() {
    let field = FormField(key: "name", label: "A long label", placeholder: "a long hint")
    var configuration = FormConfiguration(title: "The title of the form", allowsDelete: true)
    configuration.deleteQuestion = "Delete what the form shows?"
    var form = Form([field], configuration: configuration)
    form.press("Tab")
    #expect(
      form.lines(rows: 5, columns: 20) == [
        " The title of the f>", " A long l> (a long>", "", "", " [Save]  Cancel   D>",
      ])
    form.press("Left Enter")
    #expect(form.lines(rows: 5, columns: 24)[3] == " Delete wh>  y yes  n no")
    var list = ListScreen([ListItem(id: "a", title: "a title that is long")])
    _ = list.press("d")
    var surface = Surface(size: ScreenSize(rows: 4, columns: 26))
    _ = list.draw(into: &surface, in: ScreenRectangle(surface.size))
    #expect(surface.lines[3] == " Delete \"a>\"?  y yes  n no")
  }

  @Test("lets a field keep its text when typing begins")
  func clearOnEditPerField() {
    func typed(_ clears: Bool) -> String? {
      var form = Form(
        [FormField(key: "note", label: "", clearsOnEdit: clears)], values: ["note": "ab"])
      form.press("c")
      return form.values["note"]
    }
    #expect(typed(true) == "c" && typed(false) == "abc")
  }

  @Test("is described by a layout file with sections, rules, and a button that deletes or none")
  func layoutFile() throws {
    func file(_ form: String) throws -> TableLayoutFile {
      let text = """
        {"sections": [{"keys": ["a"], "title": "A"}], "rows": [{"keys": ["r"], "title": "R"}],
         "fields": [{"key": "k", "width": 8}], "forms": {"f": \(form)}}
        """
      return try TableLayoutFile(reading: Array(text.utf8), file: "x")
    }
    let layout = try #require(
      try file(
        """
        {"delete": false, "rules": [{"ascending": ["a", "b"]}], "sections": [
          {"title": "One", "fields": [{"key": "a", "editor": "date"}]},
          {"title": "Two", "fields": [{"key": "b", "clears": false}, {"key": "c", "opens": true}, {"key": "d", "opens": "list"}]}]}
        """
      ).form(named: "f"))
    #expect(layout.fields.map(\.heading) == ["One", "Two", nil, nil])
    #expect(layout.fields.map(\.clearsOnEdit) == [true, false, true, true])
    #expect(layout.fields.map(\.opens) == [nil, nil, "c", "list"])
    let form = Form(
      layout.fields, values: ["a": "2026-01-02", "b": "2026-01-01"],
      configuration: layout.configuration, rules: layout.rules)
    #expect(!form.canSave && form.buttons == [.save, .cancel])
    let wrong = [
      ("{\"fields\": [{\"key\": \"a\"}], \"delete\": 1}", "expected the label of the button"),
      (
        "{\"fields\": [{\"key\": \"a\"}], \"sections\": [{\"title\": \"\", \"fields\": [{\"key\": \"b\"}]}]}",
        "fields or sections, not both"
      ),
      (
        "{\"fields\": [{\"key\": \"a\"}], \"rules\": [{\"anyOf\": [\"b\"]}]}",
        "\"b\" is not a field of this form"
      ),
      (
        "{\"fields\": [{\"key\": \"a\"}], \"rules\": [{\"reason\": \"b\"}]}",
        "a rule has either anyOf or ascending"
      ),
    ]
    for (text, message) in wrong {
      let error = #expect(throws: FileProblems.self) { try file(text) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }
}
