/// The file `~/.netrc`: logins by host.
///
/// Words are separated by spaces and line ends; a word in double quotes may contain both, as in curl.
package struct Netrc {
  private var logins: [(host: String?, login: Login)] = []

  package init(_ text: String) {
    var words = Self.words(text)[...]
    var host: String??
    var (user, password) = ("", "")
    func entry() -> (host: String?, login: Login)? {
      host.map { ($0, Login(user: user, password: password)) }
    }
    while let word = words.popFirst() {
      switch word {
      case "machine", "default":
        if let entry = entry() { logins.append(entry) }
        let name = word == "machine" ? words.popFirst() : nil
        host = word == "machine" && name == nil ? nil : .some(name)
        (user, password) = ("", "")
      case "login": user = words.popFirst() ?? ""
      case "password": password = words.popFirst() ?? ""
      case "account": _ = words.popFirst()
      default: break
      }
    }
    if let entry = entry() { logins.append(entry) }
  }

  /// Returns the login of a host; nil if there is none. The `default` entry is ignored, since it is not for a
  /// particular host.
  package func login(of host: String) -> Login? {
    logins.first { $0.host?.lowercased() == host.lowercased() }?.login
  }

  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    for line in macroFree(text) {
      var rest = line[...]
      while let first = rest.first {
        if first == " " || first == "\t" {
          rest = rest.dropFirst()
        } else if first == "#" {
          break
        } else if first == "\"" {
          let (word, after) = quoted(rest.dropFirst())
          words.append(word)
          rest = after
        } else {
          let word = rest.prefix { $0 != " " && $0 != "\t" }
          words.append(String(word))
          rest = rest.dropFirst(word.count)
        }
      }
    }
    return words
  }

  /// The lines without macros, which end at an empty line.
  private static func macroFree(_ text: String) -> [Substring] {
    var isMacro = false
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).filter {
      line in
      if line.drop(while: { $0 == " " || $0 == "\t" }).hasPrefix("macdef") { isMacro = true }
      if line.isEmpty { isMacro = false }
      return !isMacro
    }
  }

  private static func quoted(_ text: Substring) -> (word: String, after: Substring) {
    var word = ""
    var rest = text
    while let character = rest.popFirst(), character != "\"" {
      word.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
    }
    return (word, rest)
  }
}
