import DeviceLinks
import LinkProtocol
import TestTraits
import Testing

@Suite(.waits) struct SecretFileTests {
  @Test("a netrc is read as curl reads it: hosts, the default, quotes, comments, macros")
  func netrc() throws {
    let netrc = try Netrc(
      """
      # machine commented login no password no
      machine first login anna password one
      machine SECOND.local
        login bert account x
        password "two \\"words\\""
      macdef init
      machine third login macro password macro

      machine fourth login dora password four # not a word
      machine fifth login eve password #five
      machine sixth login "machine" password "login" macdef init
      machine third login macro password macro

      default login any password last
      """)
    #expect(netrc.login(of: "first")?.password == "one")
    #expect(netrc.login(of: "second.LOCAL")?.password == "two \"words\"")
    #expect(netrc.login(of: "second.local")?.user == "bert")
    #expect(netrc.login(of: "fourth")?.user == "dora")
    #expect(netrc.login(of: "fifth")?.password == "#five")
    #expect(netrc.login(of: "sixth")?.user == "machine")
    #expect(netrc.login(of: "sixth")?.password == "login")
    let both = try Netrc(
      "machine h password eyJhbGci.eyJpc3Mi.x-_\nmachine h login anna password eyJ.one\n")
    #expect(both.login(of: "h", withToken: true)?.password == "eyJhbGci.eyJpc3Mi.x-_")
    #expect(both.login(of: "h")?.password == "eyJ.one")
    // The default entry belongs to no host, so it is used for none.
    #expect(netrc.login(of: "third") == nil)
    #expect(netrc.login(of: "commented") == nil)
    #expect(try Netrc("").login(of: "first") == nil)
    #expect(try Netrc("machine first").login(of: "first")?.password == "")
    #expect(try Netrc("login x password y").login(of: "first") == nil)
  }

  @Test(
    "a keyword without a value on its line is refused, so that no secret reaches another host",
    arguments: [
      ("login anna password", 1, "password"), ("login anna password\t", 1, "password"),
      ("login anna\npassword \"one", 2, "password"), ("login password one", 1, "login"),
      ("login anna password machine", 1, "password"), ("account", 1, "account"),
      ("login anna password\r", 1, "password"), ("macdef", 1, "macdef"),
      ("login anna machine", 1, "machine"),
    ])
  func missingValues(entry: String, line: Int, word: String) {
    let text = "machine first \(entry)\nmachine other login bert password SECRET\n"
    let failure = #expect(throws: LinkFailure.self) { _ = try Netrc(text, from: "/h/.netrc") }
    #expect(failure?.reason == .secret)
    #expect(
      failure?.message == "\"/h/.netrc\" cannot be read: line \(line) has no value after \(word)")
  }
}
