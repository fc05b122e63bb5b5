import CLibrary
import DeviceLinks
import JSONText
import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct LinkTests {
  @Test("a malformed link is refused, and nothing of it that could be a secret is repeated")
  func refusesLinks() {
    for link in [
      "radiotherm://anna:hunter2@127.0.0.1", "radiotherm://hunter2@host", "anna:hunter2@host",
      "radiotherm://127.0.0.1/hunter2@x", "radiotherm://127.0.0.1#hunter2",
      "radiotherm://127.0.0.1?password=hunter2", "radiotherm://127.0.0.1/hunter2",
      "radiotherm:// hunter2", "radiotherm://host:hunter2", "radiotherm://[::1:hunter2",
      "radiotherm://", "radiotherm://host:", "radiotherm://host:0", "radiotherm://host:65536",
      "radiotherm://host:1:2", "radiotherm://-option", "radiotherm://ho\u{1B}st",
      "radiotherm://host\\x", "radiotherm:host", "", "http://host", "radiotherm://[::1]x",
      "radiotherm://%31", "radiotherm://host/", "radiotherm://é",
      "radiotherm://" + String(repeating: "a", count: 3000),
    ] {
      for action in ["describe", "read", "plan", "write"] {
        let program = action == "plan" || action == "write" ? "{}" : nil
        let answers = Answers(action, link, program: program)
        #expect(answers.reason == "link", "\(link)")
        #expect(answers.texts.count == 1)
        #expect(!answers.texts[0].contains("hunter2"), "\(link)")
        #expect(answers.texts[0].contains("no user and no password") == link.contains("@"))
        #expect(answers.device == (action == "write" ? "unchanged" : nil))
      }
    }
  }

  @Test("a link is described without a connection")
  func describes() {
    for (link, name) in [
      ("radiotherm://192.0.2.7", "192.0.2.7"), ("radiotherm://hall.local:8080", "hall.local:8080"),
      ("radiotherm://[2001:db8::7]:81", "[2001:db8::7]:81"),
    ] {
      let described = Answers("describe", link)["described"]
      #expect(described?["name"]?.text == name)
      #expect(described?["format"]?.text == "radiotherm")
      #expect(described?["device"]?.text == "radiotherm")
    }
  }

  @Test(
    "a connection that nobody answers ends after the time for connections",
    arguments: ["radiotherm://HOST", "ha://HOST/schedule.hall", "mqtt://HOST/z/a?kind=tuya"])
  func unanswered(link: String) {
    let unanswered = UnansweredPort()
    let start = ContinuousClock.now
    let answers = Answers(
      "read", link.replacing("HOST", with: "127.0.0.1:\(unanswered.port)"), waits: .short)
    #expect(answers.reason == "unreachable", "\(answers.texts)")
    // The system itself gives up after two minutes.
    #expect(ContinuousClock.now - start < .seconds(60))
    withExtendedLifetime(unanswered) {}
  }

  @Test("a line that is no request is answered, and says what is wrong")
  func refusesRequests() {
    for line in [
      "", "x", "[]", "{}", "{\"do\":\"erase\",\"link\":\"radiotherm://h\"}",
      "{\"do\":\"read\"}", "{\"do\":\"read\",\"link\":1}",
      "{\"do\":\"read\",\"link\":\"radiotherm://h\",\"force\":true}",
      "{\"do\":\"write\",\"link\":\"radiotherm://h\"}",
    ] {
      var texts: [String] = []
      LinkSession { texts.append($0.text()) }.answer(Array(line.utf8))
      #expect(texts.count == 1)
      #expect(ReadJSON(Array(texts[0].utf8))["failed"]?["reason"]?.text == "unsupported")
    }
  }
}
