import Terminal
import Testing

@Suite("The clipboard sequence")
struct ClipboardTests {
  @Test(
    "contains the text in base64",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("70\t78\n°", "NzAJNzgKwrA="),
    ])
  func encodes(text: String, base64: String) {
    #expect(
      Clipboard.sequence(for: text, through: .none) == Array("\u{1B}]52;c;\(base64)\u{7}".utf8))
  }

  @Test("passes through tmux in both accepted forms")
  func wrapsForTmux() {
    #expect(
      Clipboard.sequence(for: "foo", through: .tmux)
        == Array(
          "\u{1B}]52;c;Zm9v\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;Zm9v\u{7}\u{1B}\\".utf8))
  }

  @Test("passes through screen in pieces")
  func wrapsForScreen() throws {
    let text = String(repeating: "foobar", count: 200)
    let plain = try #require(Clipboard.sequence(for: text, through: .none))
    let wrapped = try #require(Clipboard.sequence(for: text, through: .screen))
    let pieces = String(decoding: wrapped, as: UTF8.self).components(of: "\u{1B}P", "\u{1B}\\")
    #expect(pieces.count == 4)
    #expect(pieces.allSatisfy { $0.utf8.count <= 768 })
    #expect(pieces.joined() == String(decoding: plain, as: UTF8.self))
  }

  @Test("refuses more than 100,000 bytes of base64")
  func hasALimit() {
    let most = String(repeating: "a", count: 75_000)
    #expect(Clipboard.sequence(for: most, through: .none)?.count == 100_000 + 8)
    #expect(Clipboard.sequence(for: most + "a", through: .none) == nil)
  }
}

extension String {
  /// The texts between each `begin` and the next `end`.
  fileprivate func components(of begin: String, _ end: String) -> [String] {
    split(separator: end).map { String($0.trimmingPrefix(begin)) }
  }
}
