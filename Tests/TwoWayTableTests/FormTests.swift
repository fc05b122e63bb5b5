import Testing
import TwoWayTable

/// What the forms that this one descends from did, each with a test that names it.
@Suite("A form")
struct FormTests {
  static let colours = ChoiceEditor(choices: ["red", "green", "blue"])
  static let fields = [
    FormField(key: "name", label: "Name", isRequired: true),
    FormField(key: "time", label: "Time", editor: TimeEditor()),
    FormField(key: "colour", label: "Colour", editor: colours),
    FormField(key: "loud", label: "Loud", editor: ToggleEditor()),
  ]
  static let values = ["name": "Ada", "time": "06:30", "colour": "red", "loud": "false"]

  private func form(_ change: (inout FormConfiguration) -> Void = { _ in }) -> Form {
    var configuration = FormConfiguration(title: "Person")
    change(&configuration)
    return Form(Self.fields, values: Self.values, configuration: configuration)
  }

  @Test("goes to the next field on Return, from the last to the save button, and there saves")
  func returnGoesOn() {
    var form = form()
    var visited = [form.focus]
    for _ in 0..<4 {
      form.press("Enter")
      visited.append(form.focus)
    }
    #expect(visited == [0, 1, 2, 3].map { .field($0) } + [.button(.save)])
    #expect(form.press("Enter") == .saved([:]))
  }

  @Test("goes through fields and buttons with Tab, Shift-Tab and the arrows, round and round")
  func tabWraps() {
    var form = form { $0.allowsDelete = true }
    form.press("Tab Tab Tab Tab")
    #expect(form.focus == .button(.save))
    form.press("Tab Tab Tab")
    #expect(form.focus == .field(0))
    form.press("Shift-Tab")
    #expect(form.focus == .button(.delete))
    form.press("Left Left Left Down Up")
    #expect(form.focus == .button(.delete))
    form.press("Up Up Up")
    #expect(form.focus == .field(3))
  }

  @Test("commits the field being edited when it is saved, and returns only changed values")
  func saveCommitsAndReturnsChanges() {
    var form = form()
    let outcome = form.press("Tab ^u 7 1 5 p ^s")
    #expect(outcome == .saved(["time": "19:15"]))
    var untouched = self.form()
    #expect(untouched.press("Tab ^u 6 : 3 0 ^s") == .saved([:]))
    // As in a cell, blanks around a text are not a part of it.
    var blank = self.form()
    #expect(blank.press("␣ ␣ ^s") == nil && !blank.canSave)
    #expect(blank.press("^u ␣ E v e ␣ ^s") == .saved(["name": "Eve"]))
    var both = self.form()
    let changes = ["name": "Adam", "loud": "true"]
    #expect(both.press("End m Tab Tab Tab ␣ ^s") == .saved(changes))
    #expect(changes["loud"] == "true" && changes["time"] == nil)
  }

  @Test("shows more than five fields by scrolling to the one with the focus")
  func moreFieldsScroll() {
    let fields = (0..<9).map { FormField(key: "k\($0)", label: "Label \($0)") }
    var form = Form(fields, configuration: FormConfiguration(title: "Nine"))
    for index in fields.indices {
      let lines = form.lines(rows: 7, columns: 30)
      #expect(lines.contains { $0.hasPrefix(" Label \(index) [") }, "\(lines)")
      #expect(lines[0].hasPrefix(" Nine") && lines[6].hasPrefix("  Save   Cancel"))
      form.press("Enter")
    }
    #expect(form.lines(rows: 7, columns: 30)[0] == " Nine                6-9 of 9")
    #expect(form.lines(rows: 7, columns: 30)[6].hasPrefix(" [Save]  Cancel"))
  }

  @Test("can hide its labels")
  func labelsCanBeHidden() {
    let shown = form().lines(rows: 8, columns: 30)
    let hidden = form { $0.showsLabels = false }.lines(rows: 8, columns: 30)
    #expect(shown.contains { $0.contains("Name") })
    #expect(!hidden.contains { $0.contains("Name") })
    #expect(hidden[1] == "[Ada       ]")
  }

  @Test("names its buttons as configured")
  func buttonLabelsAreConfigurable() {
    let form = form {
      ($0.saveLabel, $0.cancelLabel, $0.deleteLabel) = ("Keep", "Forget", "Burn")
      $0.allowsDelete = true
    }
    #expect(form.lines(rows: 8, columns: 40)[7] == "  Keep   Forget   Burn")
  }

  @Test("begins at the first field, or where it is configured to begin")
  func firstFocus() {
    #expect(form().focus == .field(0))
    #expect(form { $0.firstFocus = 2 }.focus == .field(2))
    #expect(Form([]).focus == .button(.save))
  }

  @Test("asks before it deletes")
  func deleteAsks() {
    var form = form {
      $0.allowsDelete = true
      $0.deleteQuestion = "Delete Ada?"
    }
    #expect(form.press("Shift-Tab Enter") == nil)
    #expect(form.isAsking)
    #expect(form.lines(rows: 8, columns: 40)[6] == " Delete Ada?  y yes  n no")
    #expect(form.press("Enter x ^s n") == nil)
    #expect(!form.isAsking && form.focus == .button(.delete))
    #expect(form.press("Enter y") == .deleted)
    var without = self.form()
    #expect(without.press("Shift-Tab") == nil)
    #expect(without.focus == .button(.cancel))
  }

  @Test("has a delete button if configured")
  func deleteByDefault() {
    #expect(form().buttons == [.save, .cancel])
    #expect(form { $0.allowsDelete = true }.buttons == [.save, .cancel, .delete])
  }

  @Test("cannot be saved until every field holds a value, and says why")
  func saveIsDisabledUntilValid() {
    var form = form()
    form.press("Tab ^u 2 5 : 0 0 Tab")
    #expect(!form.canSave)
    #expect(
      form.lines(rows: 8, columns: 60)[2...] == [
        " Time   !25:00", " Colour [red] 1/3", " Loud    no", "",
        " ! Time: \"25:00\" is not a time; try 6:30 or 630p", " (Save)  Cancel",
      ])
    #expect(form.press("PgDn Enter") == nil)
    #expect(form.focus == .field(1))
    #expect(form.press("^s") == nil)
    #expect(form.press("^u 5 ^s") == .saved(["time": "05:00"]))
    var empty = self.form()
    #expect(empty.press("^u ^s") == nil)
    #expect(empty.firstProblem?.problem.reason == "Name: a value is needed")
    // Below another field, the sentence needs no label.
    #expect(empty.press("Tab") == nil)
    #expect(empty.lines(rows: 8, columns: 60).contains(" ! Name: a value is needed"))
  }

  @Test("changes nothing when it is cancelled, since its data is a copy")
  func cancelLeavesNothing() {
    let values = Self.values
    let original = Form(Self.fields, values: values)
    var form = original
    #expect(form.press("x x Tab Esc") == .cancelled)
    #expect(form.values["name"] == "xx")
    #expect(original.values["name"] == "Ada" && original.changes.isEmpty)
    #expect(Form(Self.fields, values: values).values["name"] == "Ada")
  }

  @Test("restores the field being typed into with Escape, then cancels")
  func escapeRestoresFirst() {
    var form = form()
    #expect(form.press("x y Esc") == nil)
    #expect(form.values["name"] == "Ada" && form.focus == .field(0))
    #expect(form.press("Esc") == .cancelled)
  }

  @Test("replaces a value by typing, and edits it in place after Left, Home, End or F2")
  func typingReplaces() {
    func name(_ keys: String) -> String? {
      var form = self.form()
      form.press(keys)
      return form.values["name"]
    }
    #expect(name("B o") == "Bo")
    #expect(name("Home M") == "MAda" && name("Left x") == "Adxa" && name("End Backspace") == "Ad")
    #expect(name("F2 x") == "Adax" && name("Backspace B") == "B")
    #expect(name("B Esc End x") == "Adax")
    #expect(name("Enter Shift-Tab B") == "B")
  }

  @Test("cycles choices and toggles with Left, Right, the space bar and first letters")
  func choicesCycle() {
    var form = form { $0.firstFocus = 2 }
    func colour(_ keys: String) -> String? {
      form.press(keys)
      return form.values["colour"]
    }
    #expect(colour("␣") == "green")
    #expect(colour("Right Right") == "red")
    #expect(colour("Left") == "blue")
    #expect(colour("g") == "green")
    #expect(colour("x") == "green")
    #expect(colour("Del") == "")
    #expect(colour("Left") == "blue")
    form.press("Tab ␣")
    #expect(form.values["loud"] == "true")
  }

  @Test(
    "shows why a required field cannot be saved only until it has a value",
    arguments: ["␣", "Right", "Left", "g", "Shift-Up", "paste"])
  func problemEnds(key: String) throws {
    let several = try SeveralEditor(choices: ["red", "green"])
    // A set has no order that a key could step through, and is typed to the end.
    let isOfOne = ["Right", "Left", "Shift-Up", "g"].contains(key)
    for editor in [Self.colours as any FieldEditor] + (isOfOne ? [] : [several]) {
      var form = Form(
        [FormField(key: "colour", label: "Colour", editor: editor, isRequired: true)])
      form.press("^s")
      #expect(form.lines(rows: 4, columns: 40).contains(" ! Colour: a value is needed"))
      if key == "paste" { _ = form.paste("green") } else { form.press(key) }
      #expect(form.canSave && !form.lines(rows: 4, columns: 40).joined().contains("!"), "\(editor)")
    }
    var form = Form(
      [FormField(key: "time", label: "Time", editor: TimeEditor(), isRequired: true)])
    form.press("^s Shift-Up")
    #expect(form.canSave && !form.lines(rows: 4, columns: 40).joined().contains("!"))
  }

  @Test("steps a value with Shift and the arrows")
  func valuesStep() {
    var form = form { $0.firstFocus = 1 }
    form.press("Shift-Up Shift-Up")
    #expect(form.values["time"] == "07:00")
    form.press("Shift-Down ^u 8 Shift-Down")
    #expect(form.values["time"] == "07:45")
    form.press("^u h Shift-Up")
    #expect(form.values["time"] == "")
  }

  @Test("a pasted empty line changes no field")
  func emptyPaste() throws {
    let several = try SeveralEditor(choices: ["red", "green"])
    for editor in [Self.colours as any FieldEditor, several, TextEditor()] {
      var form = Form([FormField(key: "a", label: "A", editor: editor)], values: ["a": "red"])
      for text in ["", "\n", " \r\n "] {
        let fits = form.paste(text)
        let outcome = form.press("^s")
        #expect(fits && outcome == .saved([:]), "\(editor)")
      }
    }
  }

  @Test("accepts pasted text as data: it contains no keys, and line ends become spaces")
  func pasteIsData() {
    var form = form()
    form.press("End")
    _ = form.paste(" x\r\ny\tz\u{1B}[2J\u{13}\n\n")
    #expect(form.focus == .field(0))
    #expect(form.values["name"] == "Ada x y z[2J")
    form.press("Tab ^u")
    _ = form.paste("six 18:30\n")
    #expect(form.press("^s") == nil)
    form.press("^u")
    _ = form.paste("6:15 pm")
    form.press("Tab")
    _ = form.paste("BLUE\n")
    let outcome = form.press("^s")
    let expected = ["name": "Ada x y z[2J", "time": "18:15", "colour": "blue"]
    #expect(outcome == .saved(expected))
  }
}
