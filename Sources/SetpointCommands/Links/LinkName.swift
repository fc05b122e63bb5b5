package import Diagnostics

/// The name of a device and of the way to it, `radiotherm://192.0.2.7`.
///
/// What it means is known to `setpoint-link` alone. Here it is made sure that no secret is in it, so that it
/// may stand in messages and files.
package struct LinkName: Hashable, Sendable {
  /// The link as it was given.
  package let text: String

  /// The kinds of links and their formats, for people; `setpoint-link` decides what it can reach.
  static let formats: [(scheme: String, format: String)] = [
    ("radiotherm", "radiotherm"), ("ha", "home-assistant"),
    ("has", "home-assistant"), ("bacnet", "bacnet"), ("mqtt", "zigbee2mqtt"),
    ("mqtts", "zigbee2mqtt"),
  ]

  /// The most bytes of a link.
  private static let longest = 1024

  /// Takes a link.
  ///
  /// - Throws: `Refusal`, without the link where a secret could be in it.
  package init(_ text: String) throws(Refusal) {
    guard !text.contains("@") else {
      throw Refusal(
        "a link holds no name and no password; ~/.netrc, HASS_TOKEN or HASS_TOKEN_FILE has them")
    }
    let kinds = Self.formats.map { "\($0.scheme)://" }.joined(separator: ", ")
    guard let end = text.firstRange(of: "://"), end.lowerBound > text.startIndex,
      end.upperBound < text.endIndex
    else {
      throw Refusal("\(text.quoted()) is no link, such as radiotherm://HOST; there is \(kinds)")
    }
    guard text.utf8.count <= Self.longest, !text.unicodeScalars.contains(where: \.isControl) else {
      throw Refusal("a link has at most \(Self.longest) bytes and no control characters")
    }
    self.text = text
  }

  /// The link without what stands behind a question mark or a number sign, where some write tokens.
  var shown: String { String(text.prefix { $0 != "?" && $0 != "#" }) }
}
