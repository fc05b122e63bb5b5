import Testing
import TwoWayTable

@Suite("Dialogs above a table")
struct DialogStackTests {
  /// An owner with items, and a page that counts its keys.
  private struct Owner: DialogOwner {
    struct Refused: Error { let reason: String }

    var dialogs = DialogStack<Owner>()
    var items = ["one", "two", "three"]
    var saved: [String] = []
    var refused: [String] = []
    /// How often a list asked for its items.
    let reads = Reads()

    final class Reads { var count = 0 }

    mutating func refuse(_ problem: Refused) { refused.append(problem.reason) }
    mutating func handle(_ key: Key, in page: Int) {
      key == .named(.escape) ? dialogs.close() : dialogs.replaceTop(with: .page(page + 1))
    }
    mutating func paste(_ text: String, into page: Int) {
      dialogs.replaceTop(with: .page(page + 100))
    }

    /// How many dialogs are drawn.
    var drawnCount: Int {
      var (dialogs, count) = (dialogs, 0)
      dialogs.draw { _ in count += 1 }
      return count
    }

    mutating func press(_ keys: String) {
      for key in Key.typed(keys) { handleInDialog(key) }
    }

    mutating func openForm(_ value: String = "") {
      let field = FormField(key: "name", label: "Name", opens: value.isEmpty ? "list" : nil)
      let task = FormTask<Owner> { owner, outcome throws(Refused) in
        switch outcome {
        case .opened: owner.openList()
        case .saved(let changes):
          if changes["name"] == "bad" { throw Refused(reason: "it is bad") }
          owner.saved.append(changes["name"] ?? "nothing")
          if changes["name"] == "more" { owner.dialogs.open(.page(0)) }
        case .cancelled, .deleted: break
        }
      }
      dialogs.open(.form(Form([field], values: ["name": value]), task))
    }

    mutating func openList() {
      let task = ListTask<Owner>(
        title: "Items", detail: (),
        items: { owner in
          owner.reads.count += 1
          return owner.items.map { ListItem(id: $0, title: $0) }
        }
      ) { owner, outcome throws(Refused) in
        switch outcome {
        case .open(let id):
          if owner.dialogs.changeForm({ $0.set(id, of: "name") }) { owner.dialogs.close() }
        case .delete(let id): owner.items.removeAll { $0 == id }
        case .key(.character("b"), _): owner.items.insert("four", at: 1)
        case .key(.character("x"), let id): throw Refused(reason: id ?? "none")
        default: break
        }
      }
      open(task, selected: "two", abilities: .all)
    }
  }

  private func selected(_ owner: Owner) -> String? {
    if case .list(let list, _) = owner.dialogs.top { list.selectedItem?.id } else { nil }
  }

  @Test(
    "a form closes before its outcome runs, and returns with its text if refused")
  func forms() {
    var owner = Owner()
    owner.openForm("x")
    owner.press("b a d ^s")
    #expect(owner.refused == ["it is bad"] && owner.dialogs.count == 1)
    let form = if case .form(let form, _) = owner.dialogs.top { form } else { nil as Form? }
    #expect(form?.values["name"] == "bad")
    // What an outcome opens stays open.
    owner.press("m o r e ^s")
    #expect(owner.saved == ["more"] && owner.dialogs.count == 1 && !owner.dialogs.showsTable)
  }

  @Test("a list that a field opens sets the field")
  func listOfField() {
    var owner = Owner()
    owner.openForm()
    #expect(owner.dialogs.showsTable && owner.drawnCount == 1)
    owner.press("Enter")
    #expect(owner.dialogs.count == 2 && owner.drawnCount == 1)
    owner.press("Down Enter ^s")
    #expect(owner.saved == ["three"] && owner.dialogs.isEmpty)
  }

  @Test(
    "a list follows its items: it selects an added or restored item, else stays in place")
  func lists() {
    var owner = Owner()
    owner.openList()
    #expect(selected(owner) == "two")
    owner.press("d y")
    #expect(selected(owner) == "three")
    owner.press("b")
    #expect(selected(owner) == "four")
    owner.items = ["three", "four"]
    owner.refreshLists()
    #expect(selected(owner) == "four")
    owner.press("x")
    #expect(owner.refused == ["four"])
    owner.press("Esc")
    owner.press("x")
    #expect(owner.dialogs.isEmpty && owner.refused.count == 1)
  }

  @Test("a key in a form asks each list below it once for its items")
  func readsOnce() {
    var owner = Owner()
    owner.openList()
    owner.openForm("a")
    let before = owner.reads.count
    owner.press("x y")
    #expect(owner.reads.count == before + 2)
  }

  @Test("a paste that does not fit into a form or the search of a list is reported")
  func longPastes() {
    let long = String(repeating: "x", count: TextLine.longestPaste)
    var owner = Owner()
    owner.openForm("a")
    #expect(owner.pasteInDialog(long) == true)
    #expect(owner.pasteInDialog("y") == false)
    owner.openList()
    // Without a search, nothing is cut.
    #expect(owner.pasteInDialog(long + long) == true)
    owner.press("/")
    #expect(owner.pasteInDialog(long) == true)
    #expect(owner.pasteInDialog("y") == false)
  }

  @Test("a form leaves the list below it visible; a page covers everything")
  func layers() {
    var owner = Owner()
    owner.openList()
    owner.openForm("a")
    #expect(owner.drawnCount == 2 && !owner.dialogs.showsTable)
    owner.dialogs.open(.page(0))
    #expect(owner.drawnCount == 1)
    owner.press("!")
    #expect(owner.dialogs.count == 3)
    _ = owner.pasteInDialog("text")
    let count = if case .page(let count) = owner.dialogs.top { count } else { nil as Int? }
    #expect(count == 101)
    owner.press("Esc Esc Esc")
    #expect(owner.pasteInDialog("text") && owner.dialogs.isEmpty)
  }
}
