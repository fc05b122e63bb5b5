import DeviceLinks
import TestTraits
import Testing

@Suite(.waits) struct SecretFileTests {
  @Test("a netrc is read as curl reads it: hosts, the default, quotes, comments, macros")
  func netrc() {
    let netrc = Netrc(
      """
      # machine commented login no password no
      machine first login anna password one
      machine SECOND.local
        login bert account x
        password "two \\"words\\""
      macdef init
      machine third login macro password macro

      machine fourth login dora password four # not a word
      default login any password last
      """)
    #expect(netrc.login(of: "first")?.password == "one")
    #expect(netrc.login(of: "second.LOCAL")?.password == "two \"words\"")
    #expect(netrc.login(of: "second.local")?.user == "bert")
    #expect(netrc.login(of: "fourth")?.user == "dora")
    // The default entry belongs to no host, so it is used for none.
    #expect(netrc.login(of: "third") == nil)
    #expect(netrc.login(of: "commented") == nil)
    #expect(Netrc("").login(of: "first") == nil)
    #expect(Netrc("machine").login(of: "first") == nil)
    #expect(Netrc("machine first").login(of: "first")?.password == "")
    #expect(Netrc("login x password y").login(of: "first") == nil)
  }
}
