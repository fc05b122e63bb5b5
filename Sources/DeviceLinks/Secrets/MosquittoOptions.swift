import Diagnostics

/// The login for MQTT: that of `~/.netrc`, or the user and the password of mosquitto's own file for
/// `mosquitto_pub`, an option a line (mosquitto_pub(1), "Files").
extension SecretFiles {
  static func mqttLogin(
    of authority: String, _ conversation: Conversation
  ) throws(LinkFailure) -> Login? {
    if let login = try login(of: authority, conversation) { return login }
    let folder =
      conversation.variable("XDG_CONFIG_HOME")
      ?? conversation.variable("HOME").map { $0 + "/.config" }
    guard let folder, let file = try SecretFile(folder + "/mosquitto_pub") else { return nil }
    var (user, password): (String?, String?) = (nil, nil)
    for line in file.text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      if words[0] == "-u" || words[0] == "--username" { user = words[1] }
      if words[0] == "-P" || words[0] == "--pw" { password = words[1] }
    }
    guard let user else { return nil }
    if let password {
      try file.refuseOthers()
      conversation.hide(password)
    }
    return Login(user: user, password: password ?? "")
  }
}
