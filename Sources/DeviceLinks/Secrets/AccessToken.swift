import Diagnostics
import LinkProtocol

/// The access token of a Home Assistant user; never shown in messages.
///
/// A token is only sent to its own server, whatever an address or a devices file says.
enum AccessToken {
  /// Returns the token for a server, and the name of its source: `HASS_TOKEN`, or the content of `HASS_TOKEN_FILE`, if
  /// `HASS_SERVER` names the server; otherwise the token for its host in `~/.netrc`.
  ///
  /// - Throws: `LinkFailure` if there is none for this server.
  static func read(
    for server: DeviceAddress, _ conversation: Conversation
  ) throws(LinkFailure) -> (text: String, source: String) {
    let (token, source): (String, String)
    if let refusal = try refusal(of: server, conversation) {
      guard
        let login = try SecretFiles.login(of: server.host, withToken: true, conversation)
      else { throw refusal }
      (token, source) = (login.password, "~/.netrc")
    } else if let given = conversation.variable("HASS_TOKEN") {
      (token, source) = (given, "HASS_TOKEN")
    } else {
      let path = conversation.variable("HASS_TOKEN_FILE") ?? ""
      guard let file = try SecretFiles.SecretFile(path) else {
        throw LinkFailure(.secret, "cannot read HASS_TOKEN_FILE \(path.quoted()): no such file")
      }
      try file.refuseOthers()
      token = String(file.text.drop(while: \.isWhitespace).prefix { !$0.isNewline })
      source = "HASS_TOKEN_FILE"
    }
    guard (1...4096).contains(token.utf8.count),
      token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw LinkFailure(
        .secret, "the access token for Home Assistant is empty, too long, or has invalid characters"
      )
    }
    conversation.hide(token)
    return (token, source)
  }

  /// Why the token of the environment cannot be used for a server; nil if it can.
  private static func refusal(
    of server: DeviceAddress, _ conversation: Conversation
  ) throws(LinkFailure) -> LinkFailure? {
    guard conversation.variable("HASS_TOKEN") ?? conversation.variable("HASS_TOKEN_FILE") != nil
    else {
      return LinkFailure(
        .secret,
        "Home Assistant requires an access token: set HASS_SERVER to its address, and HASS_TOKEN to the "
          + "token or HASS_TOKEN_FILE to a file that only you may read")
    }
    guard let named = conversation.variable("HASS_SERVER") else {
      return LinkFailure(
        .secret,
        "set HASS_SERVER to the server that the access token belongs to (http://HOST:8123); it is sent "
          + "nowhere else")
    }
    // hass-cli and others store a URL here; a bare host is accepted too.
    let parts = named.firstRange(of: "://").map {
      (named[..<$0.lowerBound], named[$0.upperBound...])
    }
    let (scheme, rest) = parts ?? ("ha", named[...])
    guard
      let owner = try? DeviceAddress.hostAndPort(rest.last == "/" ? rest.dropLast() : rest),
      let usual: UInt16 = ["http": 80, "https": 443, "ha": 8123, "has": 8123][scheme]
    else {
      throw LinkFailure(.secret, "HASS_SERVER is not the address of a server (http://HOST:8123)")
    }
    let isForTLS = scheme == "https" || scheme == "has"
    guard owner.host.lowercased() == server.host.lowercased(),
      owner.port ?? usual == server.usedPort
    else {
      return LinkFailure(
        .secret,
        "HASS_SERVER names another server than \(server.authorityWithPort); ~/.netrc has tokens by host"
      )
    }
    guard server.scheme.isEncrypted || !isForTLS else {
      return LinkFailure(.secret, "HASS_SERVER uses https; use has:// instead of ha://")
    }
    return nil
  }
}
