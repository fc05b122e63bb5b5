import TwoWayTable

/// A plan of shifts, with a form that fills the day.
func plan() -> TableApp<KeyedTable> {
  let posts = ChoiceEditor(choices: ["desk", "door"])
  let layout = TableLayout(
    title: "Shifts", sections: [.init("Monday", short: "Mon", keys: ["mon"])],
    rows: [.init("early"), .init("late")], columns: [TableColumn(title: "post", width: 8)])
  let app = TableApp(KeyedTable(TableLayoutFile(layout, editors: ["post": posts])))
  app.addCommand("day", key: .alt("y"), title: "fill the day") { app in
    app.open(Form([FormField(key: "post", label: "Post", editor: posts)])) { app, outcome in
      guard case .saved(let changes) = outcome, let post = changes["post"] else { return }
      let shifts = app.table.layout.rows.map { TableAddress("mon", $0.keys[0], "post") }
      app.edit { $0.set(shifts.map { ($0, post) }) }
    }
  }
  return app
}
