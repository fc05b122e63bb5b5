import Diagnostics
import Testing

@Suite("Sentences and their parts")
struct SentenceTests {
  @Test("a front end names the options, wherever they are") func naming() {
    let inner: Sentence = "add \(add: .fileUnit) C or F"
    let sentence: Sentence = "no unit; \(inner), not \(option: .dropCool)\(1)"
    #expect(sentence.text { "<\($0)>" } == "no unit; add <fileUnit> C or F, not <dropCool>1")
    #expect(sentence.text == "no unit; add file unit C or F, not drop cool1")
    #expect(sentence.remedies == [.fileUnit])
    #expect((inner + "; \(add: .unit)" + " F").remedies == [.fileUnit, .unit])
  }

  @Test("the parts around the subject keep their options") func subject() {
    var words = Sentence.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    words.appendInterpolation(option: .gaps)
    words.appendLiteral(" für ")
    words.appendSubject(.row, row: 3, "Monday sleep")
    words.appendLiteral(", ")
    words.appendInterpolation(add: .round)
    let sentence: Sentence = "é \(Sentence(stringInterpolation: words)) "
    #expect(sentence.text == "é gaps für Monday sleep, round ")
    #expect(sentence.aroundSubject?.before == "é \(option: .gaps) für ")
    #expect(sentence.aroundSubject?.after == ", \(add: .round) ")
    #expect(sentence.aroundSubject?.subject.row == 3)
  }

  @Test("control characters are escaped") func printable() {
    let name = "a\u{1B}b"
    #expect(Sentence(name).text == "a\\u{1B}b")
    for name in [name, "", "\"", String(repeating: "é\u{1B}", count: 40)] {
      #expect(("x\(name.quoted())y" as Sentence).text == "x\(name.quoted())y")
    }
    #expect(("\(name) \(name.dropFirst())" as Sentence).text == "a\\u{1B}b \\u{1B}b")
  }
}
