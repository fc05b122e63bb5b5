import CLibrary
import DeviceLinks
import Diagnostics
import JSONText
import LinkProtocol
import Synchronization
import TestSupport
import TestTraits
import Testing

/// A secret belongs to one host, and reaches no other one.
@Suite(.waits) struct SecretHostTests {
  private static let token = HomeAssistantStandIn.token
  private static let password = "hunter2-of-anna"
  private let folder = TemporaryFolder()

  /// Writes a file that is the user's alone.
  private func write(_ name: String, _ text: String) {
    mkdir(folder.path(".config"), 0o700)
    let file = open(folder.path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    _ = CLibrary.write(file, text, text.utf8.count)
    close(file)
  }

  private func standIn() -> HomeAssistantStandIn {
    HomeAssistantStandIn { key in
      Base64.text(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }
  }

  @Test(
    "a token is sent only to the server of HASS_SERVER",
    arguments: [
      "", "http://HOST:1", "http://other:PORT", "http://HOST", "https://HOST:PORT",
      "HOST.evil:PORT",
      "not an address", "http://HOST:PORT/path",
    ])
  func token(server: String) {
    let home = standIn()
    defer { home.stop() }
    var count = 0
    let words = home.authority.split(separator: ":")
    let named = server.replacing("HOST", with: words[0]).replacing("PORT", with: words[1])
    write("token", Self.token)
    for secret in [["HASS_TOKEN": Self.token], ["HASS_TOKEN_FILE": folder.path("token")]] {
      let answers = Answers(
        "read", home.link(),
        environment: secret.merging(["HASS_SERVER": named, "HOME": folder.path]) { $1 })
      #expect(answers.reason == "secret", "\(answers.texts)")
      #expect(home.messages.count == count)
      // The same token reaches the server that it belongs to.
      let own = Answers("read", home.link(), environment: secret)
      #expect(own.reason != "secret" && own.reason != "denied", "\(own.texts)")
      count = home.messages.count
    }
    #expect(home.messages.contains { $0["access_token"]?.text == Self.token })
  }

  @Test("a token in .netrc is sent only to its host")
  func tokenOfNetrc() {
    let home = standIn()
    defer { home.stop() }
    let environment = ["HOME": folder.path, "HASS_SERVER": ""]
    for entry in ["machine other", "default", "machine 127.0.0.1.evil"] {
      write(".netrc", "\(entry) login x password \(Self.token)\n")
      #expect(Answers("read", home.link(), environment: environment).reason == "secret")
    }
    #expect(home.messages.isEmpty)
    write(".netrc", "machine 127.0.0.1 login x password \(Self.token)\n")
    let own = Answers("read", home.link(), environment: environment)
    #expect(own.reason != "secret" && own.reason != "denied", "\(own.texts)")
  }

  /// A server that stores its input and answers each connection with a text.
  private final class Recorder: Sendable {
    private let received = Mutex("")
    let answer: @Sendable (String) -> String
    init(_ answer: @escaping @Sendable (String) -> String = { _ in "" }) { self.answer = answer }

    func serve(_ connection: LoopbackConnection) {
      let text = String(decoding: connection.bytes() ?? [], as: UTF8.self)
      received.withLock { $0 += text }
      connection.send(answer(text))
    }

    var text: String { received.withLock(\.self) }
    /// Whether the password arrived, in plain text or encoded for HTTP.
    var hasPassword: Bool {
      text.contains(SecretHostTests.password)
        || text.contains(Base64.text(Array("anna:\(SecretHostTests.password)".utf8)))
    }
  }

  @Test(
    "a login is sent only to its host",
    arguments: ["radiotherm://HOST", "mqtt://HOST/z/a?kind=tuya"])
  func logins(link: String) {
    let recorder = Recorder()
    let server = LoopbackServer(recorder.serve)
    defer { server.stop() }
    let link = link.replacing("HOST", with: "127.0.0.1:\(server.port)")
    let isMQTT = link.hasPrefix("mqtt")
    func ask() {
      _ = Answers("read", link, waits: .short, environment: ["HOME": folder.path])
    }
    for entry in ["machine other", "default"] {
      write(".netrc", "\(entry) login anna password \(Self.password)\n")
      ask()
    }
    write(".netrc", "")
    for host in ["", "-h other\n", "-h 127.0.0.1\n-p 1\n"] {
      write(".config/mosquitto_pub", "-u anna\n-P \(Self.password)\n\(host)")
      ask()
    }
    #expect(!recorder.text.isEmpty && !recorder.hasPassword)
    if isMQTT {
      write(
        ".config/mosquitto_pub",
        "-u anna\n-P \(Self.password)\n-h 127.0.0.1\n-p \(server.port)\n")
    } else {
      write(".netrc", "machine 127.0.0.1 login anna password \(Self.password)\n")
    }
    ask()
    #expect(recorder.hasPassword)
  }

  @Test(
    "a token in .netrc is sent to no other program on its host, a password not to Home Assistant",
    arguments: ["radiotherm://HOST", "mqtt://HOST/z/a?kind=tuya", "ha://HOST/schedule.x"])
  func tokenElsewhere(link: String) {
    let recorder = Recorder()
    let server = LoopbackServer(recorder.serve)
    defer { server.stop() }
    let secret = link.hasPrefix("ha") ? Self.password : Self.token
    write(".netrc", "machine 127.0.0.1 login anna password \(secret)\n")
    let address = link.replacing("HOST", with: "127.0.0.1:\(server.port)")
    let ask = { Answers("read", address, waits: .short, environment: ["HOME": folder.path]) }
    let answers = ask()
    #expect(recorder.text.isEmpty == link.hasPrefix("ha"), "\(answers.texts)")
    #expect(!recorder.text.contains("anna") && !recorder.text.contains("Basic"))
    // A user without a password is not completed with another one's.
    guard link.hasPrefix("mqtt") else { return }
    write(".netrc", "machine 127.0.0.1 login anna password \(Self.password)\n")
    write(".config/mosquitto_pub", "-u bert\n-h 127.0.0.1\n")
    _ = ask()
    #expect(recorder.text.contains("bert") && !recorder.hasPassword)
  }

  @Test("the login of mosquitto_pub for a broker precedes .netrc")
  func mosquittoFirst() {
    let recorder = Recorder()
    let server = LoopbackServer(recorder.serve)
    defer { server.stop() }
    write(".netrc", "machine 127.0.0.1 login homeassistant password \(Self.token)\n")
    write(
      ".config/mosquitto_pub", "-u anna\n-P \(Self.password)\n-h 127.0.0.1\n-p \(server.port)\n")
    _ = Answers(
      "read", "mqtt://127.0.0.1:\(server.port)/z/a?kind=tuya", waits: .short,
      environment: ["HOME": folder.path])
    #expect(recorder.hasPassword && !recorder.text.contains(Self.token))
  }

  @Test(
    "a login without a password is not completed with that of another host",
    arguments: ["radiotherm://HOST", "mqtt://HOST/z/a?kind=tuya", "ha://HOST/schedule.x"])
  func incompleteLogin(link: String) {
    let recorder = Recorder()
    let server = LoopbackServer(recorder.serve)
    defer { server.stop() }
    let link = link.replacing("HOST", with: "127.0.0.1:\(server.port)")
    write(
      ".netrc",
      "machine 127.0.0.1 login anna password\nmachine other login anna password \(Self.password)\n")
    let answers = Answers("read", link, environment: ["HOME": folder.path])
    #expect(answers.reason == "secret", "\(answers.texts)")
    #expect(answers.message?.hasSuffix("line 1 has no value after password") == true)
    #expect(recorder.text == "")
  }

  @Test(
    "a program that repeats a secret is refused",
    arguments: ["Authorization", "\(password)", "\(password) \"1\""])
  func repetitionInProgram(secret: String) {
    let days = (0..<7).map { "\"\($0)\":[360,70]" }.joined(separator: ",")
    let recorder = Recorder { request in
      let line = request.split(separator: "\r\n").first { $0.hasPrefix(secret) }.map(String.init)
      let body = "{\(days),\"echo\":\(JSONValue.string(line ?? secret).text())}"
      return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    let server = LoopbackServer(recorder.serve)
    defer { server.stop() }
    let password = JSONValue.string(secret == "Authorization" ? Self.password : secret).text()
    let link = "radiotherm://127.0.0.1:\(server.port)"
    #expect(Answers("read", link, environment: [:]).program?.contains("echo") == true)
    write(".netrc", "machine 127.0.0.1 login anna password \(password)\n")
    let answers = Answers("read", link, environment: ["HOME": folder.path])
    #expect(answers.reason == "malformed", "\(answers.texts)")
    #expect(!answers.texts.joined().contains("hunter2"))
  }

  @Test(
    "a program that repeats a secret is refused, however it spells it; a short one only as a whole string",
    arguments: [
      (password, "\\u0068unter2\\u002Dof-anna", true), ("one/two", "x one\\/two x", true),
      ("one\\two", "\\u006fne\\u005ctwo", true), ("1234", "\\u003123\\u0034", true),
      ("a/b", "a\\/b", true), ("1234", "12345", false), ("heat", "heater", false),
    ])
  func spelledRepetition(secret: String, echo: String, isRefused: Bool) {
    let days = (0..<7).map { "\"\($0)\":[360,70]" }.joined(separator: ",")
    let body = "{\(days), \"echo\": [\"\(echo)\"]}"
    let server = LoopbackServer { connection in
      _ = connection.bytes()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    defer { server.stop() }
    let quoted = JSONValue.string(secret).text()
    write(".netrc", "machine 127.0.0.1 login anna password \(quoted)\n")
    let answers = Answers(
      "read", "radiotherm://127.0.0.1:\(server.port)", environment: ["HOME": folder.path])
    #expect(answers.reason == (isRefused ? "malformed" : nil), "\(answers.texts)")
    #expect(answers.program == nil || !isRefused)
  }

  @Test("a redirect to another port is not followed")
  func redirects() {
    let recorder = Recorder()
    let target = LoopbackServer(recorder.serve)
    let redirecting = Recorder { [port = target.port] _ in
      "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:\(port)/tstat\r\n"
        + "Content-Length: 0\r\n\r\n"
    }
    let server = LoopbackServer(redirecting.serve)
    write(".netrc", "machine 127.0.0.1 login anna password \(Self.password)\n")
    let answers = Answers(
      "read", "radiotherm://127.0.0.1:\(server.port)", environment: ["HOME": folder.path])
    #expect(answers.reason != nil && redirecting.hasPassword)
    server.stop()
    target.stop()
    #expect(recorder.text == "")
  }

  @Test(
    "no part of a secret is printed if a device repeats it",
    arguments: [0, 150, 185])
  func repetition(before: Int) {
    let recorder = Recorder { request in
      let line = request.split(separator: "\r\n").first { $0.hasPrefix("Authorization") } ?? ""
      let body =
        "{\"error_msg\": \"\(String(repeating: "x", count: before)) \(line) \(Self.password)\"}"
      return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    let server = LoopbackServer(recorder.serve)
    defer { server.stop() }
    write(".netrc", "machine 127.0.0.1 login anna password \(Self.password)\n")
    let answers = Answers(
      "read", "radiotherm://127.0.0.1:\(server.port)", environment: ["HOME": folder.path])
    #expect(answers.message?.contains("xxx") == (before > 0), "\(answers.texts)")
    let coded = Base64.text(Array("anna:\(Self.password)".utf8))
    for text in answers.texts {
      #expect(!text.contains(coded.prefix(6)) && !text.contains(Self.password.prefix(6)), "\(text)")
    }
  }
}
