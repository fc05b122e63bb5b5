import LinkProtocol

/// The login for MQTT: that of `~/.netrc`, or user and password in mosquitto's file for `mosquitto_pub`, one option per
/// line (mosquitto_pub(1), "Files").
extension SecretFiles {
  /// Returns the login for a broker; nil if there is none.
  ///
  /// Mosquitto's file applies to the host and port that it names, by default `localhost`, as in mosquitto_pub.
  static func mqttLogin(
    of host: String, port: UInt16, _ conversation: Conversation
  ) throws(LinkFailure) -> Login? {
    if let login = try login(of: host, conversation) { return login }
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
    guard (options["host"] ?? "localhost").lowercased() == host.lowercased(),
      options["port"].map({ $0 == "\(port)" }) ?? true, let user = options["user"]
    else { return nil }
    if let password = options["password"] {
      try file.refuseOthers()
      conversation.hide(password)
    }
    return Login(user: user, password: options["password"] ?? "")
  }
}
