import Testing
import TwoWayTable

@Suite("A list")
struct ListScreenTests {
  static func items(_ titles: [String]) -> [ListItem] {
    titles.map { ListItem(id: $0.lowercased(), title: $0, detail: "about \($0)") }
  }
  static let seasons = items(["Spring", "Summer", "Autumn", "Winter"])

  @Test("selects with the arrows, opens, adds and edits the selected item")
  func selectsAndAsks() {
    var list = ListScreen(Self.seasons, selected: "autumn")
    #expect(list.press("Enter") == [.open(id: "autumn")])
    #expect(list.press("Up e") == [.edit(id: "summer")])
    #expect(list.press("Home Up a") == [.add(after: "spring")])
    #expect(list.press("End Down Enter") == [.open(id: "winter")])
    #expect(list.press("Esc") == [.cancelled])
    var empty = ListScreen([])
    #expect(empty.press("Down End PgUp Enter e d J K a") == [.add(after: nil)])
    #expect(empty.selectedItem == nil)
  }

  @Test("asks before it deletes, and selects what takes the item's place")
  func deleteAsks() {
    var list = ListScreen(Self.seasons, selected: "summer")
    #expect(list.press("d") == [])
    var surface = Surface(size: ScreenSize(rows: 6, columns: 40))
    _ = list.draw(into: &surface, in: ScreenRectangle(surface.size))
    #expect(surface.lines[5] == " Delete \"Summer\"?  y yes  n no")
    #expect(list.press("Enter a n") == [])
    #expect(list.press("Del y") == [.delete(id: "summer")])
    list.setItems(Self.seasons.filter { $0.id != "summer" })
    #expect(list.selectedItem?.id == "autumn")
    list.setItems([])
    #expect(list.selectedItem == nil)
  }

  @Test("reorders with J and K, and with Alt or Shift and the arrows; the item stays selected")
  func reorders() {
    var list = ListScreen(Self.seasons, selected: "summer")
    #expect(list.press("J") == [.move(id: "summer", to: 2)])
    #expect(
      list.press("K Shift-Up Alt-k") == Array(repeating: .move(id: "summer", to: 0), count: 3))
    #expect(
      list.press("Shift-Down Alt-j") == Array(repeating: .move(id: "summer", to: 2), count: 2))
    var moved = Self.seasons
    moved.swapAt(1, 2)
    list.setItems(moved)
    #expect(list.selectedItem?.id == "summer" && list.selection == 2)
    #expect(list.press("End J Home K") == [])
  }

  @Test("passes unknown keys to its owner")
  func handsKeysOn() {
    var list = ListScreen(Self.seasons, abilities: [])
    #expect(list.handle(.character("u")) == .key(.character("u"), id: "spring"))
    #expect(list.handle(.named(.down)) == nil)
    for key in Key.typed("K J Shift-Up Shift-Down Alt-k Alt-j a e d Del /") {
      #expect(list.handle(key) == .key(key, id: "summer"), "\(key.name)")
    }
    var empty = ListScreen([])
    #expect(empty.handle(.named(.enter)) == .key(.named(.enter), id: nil))
  }

  @Test("allows only what its options allow")
  func abilities() {
    var list = ListScreen(Self.seasons, abilities: [])
    #expect(list.press("a e d Del J K / s Enter") == [.open(id: "spring")])
    list = ListScreen(Self.seasons, abilities: [.reorder])
    #expect(list.press("J a") == [.move(id: "spring", to: 1)])
  }

  @Test("searches while typing; Escape returns to the start of the search")
  func finds() {
    var list = ListScreen(Self.seasons, selected: "summer")
    list.press("/ n")
    #expect(list.selectedItem?.id == "autumn")
    list.press("Down")
    #expect(list.selectedItem?.id == "winter")
    list.press("Down")
    #expect(list.selectedItem?.id == "spring")
    list.press("Up Backspace W I Enter")
    #expect(list.selectedItem?.id == "winter")
    list.press("/ a u x")
    #expect(list.selectedItem?.id == "winter")
    list.press("Backspace")
    #expect(list.selectedItem?.id == "autumn")
    list.press("Esc")
    #expect(list.selectedItem?.id == "winter")
    list.press("/")
    _ = list.paste("sum\n")
    #expect(list.selectedItem?.id == "summer")
  }

  @Test("cuts no text without a mark")
  func marksWhatIsCut() {
    let long = "A sentence that has no room at all"
    var list = ListScreen([ListItem(id: "a", title: long, detail: long)])
    var surface = Surface(size: ScreenSize(rows: 2, columns: 40))
    _ = list.draw(into: &surface, in: ScreenRectangle(surface.size))
    #expect(surface.lines[0] == "> A sentence that ha>  A sentence that >")
    _ = list.draw(into: &surface, in: ScreenRectangle(surface.size), cuttingWith: "…")
    #expect(surface.lines[0] == "> A sentence that ha…  A sentence that …")
    // A short detail leaves its room to the titles.
    list = ListScreen([ListItem(id: "a", title: long, detail: "2"), ListItem(id: "b", title: "B")])
    _ = list.draw(into: &surface, in: ScreenRectangle(surface.size))
    #expect(surface.lines[0] == "> \(long)  2")
  }

  @Test("draws the same state the same way, whatever came before")
  func drawsWithoutHistory() {
    let items = (0..<500).map { ListItem(id: "\($0)", title: "Item \($0)", detail: "漢字 e\u{301}") }
    var list = ListScreen(items)
    var surface = Surface(size: ScreenSize(rows: 11, columns: 40))
    let area = ScreenRectangle(surface.size)
    var cursor = list.draw(into: &surface, in: area)
    for step in 1..<500 {
      list.press(step % 7 == 0 ? "PgDn Up Up" : "Down")
      cursor = list.draw(into: &surface, in: area)
      var fresh = Surface(size: surface.size)
      fresh.write("what was there", at: ScreenPoint(row: 3, column: 3))
      var copy = list
      #expect(copy.draw(into: &fresh, in: area) == cursor && fresh == surface)
    }
    #expect(surface.lines[9] == "> Item 499  漢字 e\u{301}")
    #expect(cursor == ScreenPoint(row: 9, column: 2))
    list.press("/")
    _ = list.paste("4 漢字")
    #expect(list.draw(into: &surface, in: area) == ScreenPoint(row: 10, column: 8))
  }
}
