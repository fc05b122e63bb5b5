import Testing
import TwoWayTable

@Suite("Typing into a cell")
struct CellTypingTests {
  /// Presses keys; returns the last outcome.
  @discardableResult
  private func press(_ keys: String, in typing: inout CellTyping) -> CellTyping.Outcome {
    Key.typed(keys).map { typing.handle($0) }.last ?? .ignored
  }

  @Test("replaces a value, and arrows leave the cell; a value edited in place keeps them")
  func arrows() {
    var typing = CellTyping(replacingWith: "6")
    #expect(press("8", in: &typing) == .typed && typing.text == "68" && !typing.isUnchanged)
    #expect(press("Left", in: &typing) == .take(.left) && typing.text == "68")
    #expect(press("Home 1", in: &typing) == .typed && typing.text == "168")
    typing = CellTyping(editing: "70")
    #expect(typing.isUnchanged && press("Left", in: &typing) == .typed)
    #expect(press("5", in: &typing) == .typed && typing.text == "750")
    #expect(press("Backspace", in: &typing) == .typed && typing.isUnchanged)
    for (key, move) in [
      ("Enter", TableMove.down), ("Down", .down), ("Up", .up), ("Tab", .next),
      ("Shift-Tab", .previous),
    ] {
      #expect(press(key, in: &typing) == .take(move))
    }
    #expect(press("Esc", in: &typing) == .abandoned && press("F5", in: &typing) == .ignored)
  }

  @Test("starts empty if values differ, and is not an edit until something is typed")
  func mixed() {
    var typing = CellTyping(editing: nil)
    #expect(typing.text.isEmpty && typing.isUnchanged)
    press("7 Backspace", in: &typing)
    #expect(typing.isUnchanged)
    press("7", in: &typing)
    #expect(!typing.isUnchanged && typing.text == "7")
    // Erasing the text is an edit.
    typing = CellTyping(replacingWith: "")
    #expect(!typing.isUnchanged)
  }

  @Test("a refused text is replaced by the next character, or corrected if it was edited in place")
  func refused() {
    var typing = CellTyping(replacingWith: "900")
    typing.refuse()
    press("8", in: &typing)
    #expect(typing.text == "8" && !typing.isRefused)
    typing.refuse()
    press("Backspace", in: &typing)
    #expect(typing.text.isEmpty && !typing.isRefused)
    _ = typing.paste("9\n")
    typing.refuse()
    _ = typing.paste("7")
    #expect(typing.text == "7")
    typing = CellTyping(editing: "70")
    press("0", in: &typing)
    typing.refuse()
    press("0", in: &typing)
    #expect(typing.text == "7000")
  }

  @Test("accepts text within its editor and length, and follows rebound keys")
  func limits() throws {
    var typing = CellTyping(replacingWith: "123", longest: 3)
    #expect(press("4", in: &typing) == .full && typing.text == "123")
    typing.refuse()
    #expect(press("4", in: &typing) == .typed && typing.text == "4")
    var arguments = FieldEditorArguments()
    let number = try NumberEditor(arguments: &arguments)
    #expect(typing.handle(.character("x"), editor: number) == .ignored && typing.text == "4")
    #expect(typing.handle(.control("n"), commands: [.control("n"): .move(.down)]) == .take(.down))
    #expect(typing.handle(.named(.tab), commands: [.named(.tab): .save]) == .ignored)
  }
}
