import Diagnostics

/// The token that Home Assistant gives a user; no message shows it.
enum AccessToken {
  /// The token of the environment: `HASS_TOKEN`, or what stands in the file `HASS_TOKEN_FILE`.
  static func read(_ conversation: Conversation) throws(LinkFailure) -> String {
    let token = try value(conversation)
    guard (1...4096).contains(token.utf8.count),
      token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw LinkFailure(
        .secret,
        "the access token for Home Assistant is empty, too long, or has other characters than one has"
      )
    }
    conversation.hide(token)
    return token
  }

  private static func value(_ conversation: Conversation) throws(LinkFailure) -> String {
    if let token = conversation.variable("HASS_TOKEN") { return token }
    guard let path = conversation.variable("HASS_TOKEN_FILE") else {
      throw LinkFailure(
        .secret,
        "Home Assistant wants an access token: HASS_TOKEN, or HASS_TOKEN_FILE with the name of a file "
          + "that only you may read")
    }
    guard let file = try SecretFiles.SecretFile(path) else {
      throw LinkFailure(.secret, "there is no file \(path.quoted()), which HASS_TOKEN_FILE names")
    }
    try file.refuseOthers()
    return String(file.text.drop(while: \.isWhitespace).prefix { !$0.isNewline })
  }
}
