import CLibrary
import Diagnostics
package import LinkProtocol

package struct Login: Hashable, Sendable {
  package var user = ""
  package var password = ""
}

/// Reads files with secrets that must be private; messages never show their content.
enum SecretFiles {
  private static let largest = 1 << 16

  /// Returns the login for a host in `~/.netrc`, with a token for Home Assistant or with another password; or else nil.
  static func login(
    of host: String, withToken isToken: Bool = false, _ conversation: Conversation
  ) throws(LinkFailure) -> Login? {
    guard let home = conversation.variable("HOME"), let file = try SecretFile(home + "/.netrc"),
      let login = try Netrc(file.text, from: file.path).login(of: host, withToken: isToken)
    else { return nil }
    // Check the permissions only when a login is used.
    try file.refuseOthers()
    conversation.hide(login.password)
    // As in HTTP basic authentication (RFC 7617).
    conversation.hide(Base64.text(Array("\(login.user):\(login.password)".utf8)))
    return login
  }

  struct SecretFile {
    let path: String
    let text: String
    private let status: stat

    /// Reads a file; nil if it does not exist.
    init?(_ path: String) throws(LinkFailure) {
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else {
        if errno == ENOENT { return nil }
        throw LinkFailure(
          .secret, "\(path.quoted()) cannot be read: \(String(cString: strerror(errno)))")
      }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw LinkFailure(.secret, "\(path.quoted()) is not a file")
      }
      text = try contents(of: file, named: path.quoted(), upTo: largest, "64 KiB")
      (self.path, self.status) = (path, status)
    }

    /// Throws if another user owns the file or can read or write it.
    func refuseOthers() throws(LinkFailure) {
      guard status.st_mode & 0o077 == 0 else {
        throw LinkFailure(.secret, "other users can read \(path.quoted()); use chmod 600")
      }
      guard status.st_uid == geteuid() || geteuid() == 0 else {
        throw LinkFailure(.secret, "\(path.quoted()) belongs to another user")
      }
    }
  }

  /// Returns the login for a broker: the user for `mosquitto_pub`, or else that of `~/.netrc`; nil if there is none.
  static func mqttLogin(
    of broker: DeviceAddress, _ conversation: Conversation
  ) throws(LinkFailure) -> Login? {
    if let own = try mosquittoLogin(of: broker, conversation) { return own }
    return try login(of: broker.host, conversation)
  }

  /// Returns user and password in mosquitto's file for `mosquitto_pub`, one option per line (mosquitto_pub(1), "Files").
  ///
  /// The file applies to the host and port that it names, by default `localhost`, as in mosquitto_pub.
  private static func mosquittoLogin(
    of broker: DeviceAddress, _ conversation: Conversation
  ) throws(LinkFailure) -> Login? {
    let folder =
      conversation.variable("XDG_CONFIG_HOME")
      ?? conversation.variable("HOME").map { $0 + "/.config" }
    guard let folder, let file = try SecretFile(folder + "/mosquitto_pub") else { return nil }
    var options: [String: String] = [:]
    let names = [
      "-u": "user", "--username": "user", "-P": "password", "--pw": "password", "-h": "host",
      "--host": "host", "-p": "port", "--port": "port",
    ]
    for line in file.text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, let name = names[words[0]] else { continue }
      options[name] = words[1]
    }
    guard (options["host"] ?? "localhost").lowercased() == broker.host.lowercased(),
      options["port"].map({ $0 == "\(broker.usedPort)" }) ?? true, let user = options["user"]
    else { return nil }
    if let password = options["password"] {
      try file.refuseOthers()
      conversation.hide(password)
    }
    return Login(user: user, password: options["password"] ?? "")
  }
}

/// Reads a file to its end; `name` is its name in messages.
///
/// - Throws: `LinkFailure` if a part of it cannot be read, or if it is longer than `limit` bytes, in words `size`.
func contents(
  of file: Int32, named name: String, upTo limit: Int, _ size: String
) throws(LinkFailure) -> String {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= limit {
    let count = read(file, &buffer, buffer.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else {
      throw LinkFailure(.secret, "\(name) cannot be read: \(String(cString: strerror(errno)))")
    }
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer[..<count]
  }
  throw LinkFailure(.secret, "\(name) is larger than \(size)")
}

/// The file `~/.netrc`: logins by host.
///
/// Words are separated by spaces and line ends; a word in double quotes may contain spaces, as in curl. A `#` begins a
/// comment, except in a value.
package struct Netrc {
  private static let keywords: Set = [
    "machine", "default", "login", "password", "account", "macdef",
  ]

  /// The first one has the words before any host.
  private var logins: [(host: String?, login: Login)] = [(nil, Login())]

  /// Parses the text of a file; `path` is its name in messages.
  ///
  /// - Throws: `LinkFailure` for a keyword without a value on its line: with the next word, a wrong host could get it.
  package init(_ text: String, from path: String = "~/.netrc") throws(LinkFailure) {
    // A macro ends at an empty line.
    var isMacro = false
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      if line.isEmpty { isMacro = false }
      var rest = line
      while !isMacro, let word = Self.nextWord(in: &rest)?.text, !word.hasPrefix("#") {
        if word == "default" { logins.append((nil, Login())) }
        guard word != "default", Self.keywords.contains(word) else { continue }
        guard let value = Self.nextWord(in: &rest),
          value.isQuoted || !Self.keywords.contains(value.text)
        else {
          throw LinkFailure(
            .secret,
            "\(path.quoted()) cannot be read: line \(number + 1) has no value after \(word)")
        }
        switch word {
        case "machine": logins.append((value.text, Login()))
        case "login": logins[logins.count - 1].login.user = value.text
        case "password": logins[logins.count - 1].login.password = value.text
        case "macdef": isMacro = true
        default: break
        }
      }
    }
  }

  /// Returns the login of a host; nil if there is none. The `default` entry is ignored: it is for any host. A password with
  /// the form of an access token (a JSON Web Token) is for Home Assistant, and any other for other programs on the host.
  package func login(of host: String, withToken isToken: Bool = false) -> Login? {
    logins.first { name, login in
      let parts = login.password.split(separator: ".", omittingEmptySubsequences: false)
      return name?.lowercased() == host.lowercased()
        && (parts.count == 3 && parts[0].hasPrefix("eyJ")) == isToken
    }?.login
  }

  /// Removes the first word of a line; nil if there is none, or if it lacks its closing quote.
  private static func nextWord(in line: inout Substring) -> (text: String, isQuoted: Bool)? {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    line = line.drop(while: isSpace)
    guard line.first == "\"" else {
      let word = line.prefix { !isSpace($0) }
      line = line.dropFirst(word.count)
      return word.isEmpty ? nil : (String(word), false)
    }
    line = line.dropFirst()
    var word = ""
    while let character = line.popFirst() {
      if character == "\"" { return (word, true) }
      word.append(character == "\\" ? line.popFirst() ?? "\\" : character)
    }
    return nil
  }
}
