import TestSupport
import Testing
import TwoWayTable

@Suite("A form with twelve fields on a terminal of 40x12")
struct LongFormTests {
  static let form: Form = {
    let colours = ChoiceEditor(choices: ["red", "green", "blue"])
    var fields = [
      FormField(key: "name", label: "Name", isRequired: true),
      FormField(key: "street", label: "Street and number"),
      FormField(key: "town", label: "Town", placeholder: "where it is"),
      FormField(key: "opens", label: "Opens", editor: TimeEditor()),
      FormField(key: "closes", label: "Closes", editor: TimeEditor(isTwelveHour: true)),
      FormField(key: "door", label: "Door", editor: colours),
      FormField(key: "bell", label: "Bell", editor: ToggleEditor(on: "rings", off: "is silent")),
    ]
    fields += (1...5).map { FormField(key: "note\($0)", label: "Note \($0)") }
    var configuration = FormConfiguration(title: "Shop")
    configuration.allowsDelete = true
    let values = [
      "name": "Corner", "street": "Long Lane 1234567890 at the very end, 漢字", "opens": "08:30",
      "closes": "18:00", "door": "green", "bell": "true", "note5": "last",
    ]
    return Form(fields, values: values, configuration: configuration)
  }()

  /// Whole screens, compared with files that a person reviewed.
  @Test(
    "is as recorded",
    arguments: [
      ("form-begin-40x12", 12, 40, ""),
      ("form-end-40x12", 12, 40, "Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab x Up"),
      ("form-long-text-40x12", 12, 40, "Tab End ?"),
      ("form-problem-40x12", 12, 40, "Tab Tab Tab 7 7 Tab Tab ^s"),
      ("form-question-40x12", 12, 40, "Shift-Tab Enter"),
      ("form-little-20x3", 3, 20, "Tab Tab Tab"), ("form-line-20x1", 1, 20, "Tab Tab Tab Tab"),
      ("form-buttons-20x2", 2, 20, "Shift-Tab"),
    ])
  func screens(name: String, rows: Int, columns: Int, keys: String) {
    var form = Self.form
    form.press(keys)
    var surface = Surface(size: ScreenSize(rows: rows, columns: columns))
    let cursor = form.draw(into: &surface, in: ScreenRectangle(surface.size))
    let place = cursor.map { "cursor \($0.row + 1):\($0.column + 1)" } ?? "no cursor"
    let text = (surface.lines + [place]).map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(text, "screens/\(name).txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test(
    "can be filled in, saved, cancelled and deleted with the keyboard, and stays visible")
  func keyboardAlone() {
    var form = Self.form
    for index in 0..<12 {
      #expect(form.focus == .field(index))
      var surface = Surface(size: ScreenSize(rows: 12, columns: 40))
      let cursor = form.draw(into: &surface, in: ScreenRectangle(surface.size))
      #expect(cursor != nil && surface.lines[11].hasSuffix("  Cancel   Delete"))
      form.press("End 9 Tab")
    }
    #expect(form.focus == .button(.save))
    form.press("Shift-Tab Tab")
    #expect(form.press("Enter") == nil)
    #expect(form.focus == .field(3) && form.firstProblem?.field == 3)
    form.press("^u 9 Tab ^u 9 p")
    guard case .saved(let changes) = form.press("PgDn Enter") else {
      Issue.record("not saved")
      return
    }
    #expect(changes.count == 10)
    #expect(changes["opens"] == "09:00" && changes["closes"] == "21:00")
    var other = Self.form
    #expect(other.press("PgDn Right Enter") == .cancelled)
    #expect(other.press("Right Enter y") == .deleted)
  }
}

@Suite("After any keys")
struct RandomPartsTests {
  static let keys: [Key] =
    Key.typed(
      "Enter Esc Tab Shift-Tab Up Down Left Right Home End PgUp PgDn Backspace Del Shift-Up Shift-Down Alt-j Alt-k ^s ^c ^u"
        + " ^w ^k ^a ^e ␣ + - 0 1 6 9 : . p a d e j k q y n J K / x 漢") + [.character("\u{301}")]

  @Test(
    "a form never traps, and its drawing depends only on its state", arguments: [1, 2] as [UInt64])
  func forms(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var form = LongFormTests.form
    for step in 0..<4000 {
      if step % 97 == 0 { _ = form.paste("7:30\npm\u{1B}") }
      if let key = Self.keys.randomElement(using: &generator) { _ = form.handle(key) }
      let size = ScreenSize(
        rows: Int.random(in: 1...14, using: &generator),
        columns: Int.random(in: 1...44, using: &generator))
      var surface = Surface(size: size)
      let area = ScreenRectangle(size)
      let cursor = form.draw(into: &surface, in: area)
      let first = surface
      #expect(form.draw(into: &surface, in: area) == cursor && surface == first, "seed \(seed)")
      let isInside = cursor.map { area.lines.contains($0.row) && area.span.contains($0.column) }
      #expect(form.isAsking || isInside == true, "seed \(seed), \(size)")
      #expect(form.canSave == (form.firstProblem == nil))
    }
  }

  @Test("a list never traps, and shows what a fresh drawing shows", arguments: [1, 2] as [UInt64])
  func lists(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var items = (0..<30).map {
      ListItem(
        id: "\($0)", title: "Title \($0) 漢e\u{301}", detail: $0 % 3 == 0 ? "" : "detail \($0)")
    }
    var list = ListScreen(items)
    var surface = Surface(size: ScreenSize(rows: 8, columns: 30))
    for step in 0..<4000 {
      if step % 400 == 399 {
        surface = Surface(
          size: ScreenSize(
            rows: Int.random(in: 1...14, using: &generator),
            columns: Int.random(in: 1...44, using: &generator)))
      }
      guard let key = Self.keys.randomElement(using: &generator) else { return }
      let outcome = list.handle(key)
      carryOut(outcome, on: &items, number: step)
      if outcome != nil { list.setItems(items) }
      let area = ScreenRectangle(surface.size)
      let cursor = list.draw(into: &surface, in: area)
      var copy = list
      var fresh = Surface(size: surface.size)
      let same = copy.draw(into: &fresh, in: area) == cursor && fresh == surface
      #expect(same, "seed \(seed), step \(step), \(key): \(surface.lines) for \(fresh.lines)")
      if !same { return }
    }
  }

  private func carryOut(_ outcome: ListOutcome?, on items: inout [ListItem], number: Int) {
    switch outcome {
    case .add(let id):
      let place = items.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0
      items.insert(ListItem(id: "n\(number)", title: "New \(number)"), at: place)
    case .delete(let id): items.removeAll { $0.id == id }
    case .move(let id, let place):
      guard let old = items.firstIndex(where: { $0.id == id }) else { return }
      items.insert(items.remove(at: old), at: place)
    case .open, .edit, .cancelled, .key, nil: break
    }
  }
}
