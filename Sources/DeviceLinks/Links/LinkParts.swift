import Diagnostics

/// A link, taken apart: `SCHEME://HOST[:PORT][/PATH][?QUERY]`.
///
/// No message repeats a link that may hold a password.
struct LinkParts {
  let scheme: String
  /// A name, an IPv4 address, or an IPv6 address without brackets.
  let host: String
  /// The port, where the link has one.
  let port: UInt16?
  /// The steps of the path, percent signs resolved.
  let path: [String]
  /// What follows the question mark; nil without one.
  let query: String?

  /// The longest link, in bytes.
  private static let longest = 2048

  init(_ link: String) throws(LinkFailure) {
    guard link.utf8.count <= Self.longest else {
      throw LinkFailure(.link, "a link has at most \(Self.longest) bytes")
    }
    guard !link.contains("@") else {
      throw LinkFailure(
        .link,
        "a link holds no user and no password; docs/device-links.md says where they stand (an @ in a "
          + "name is written %40)")
    }
    guard !link.unicodeScalars.contains(where: { $0.isControl || $0 == " " || $0 == "\\" }) else {
      throw LinkFailure(
        .link, "a link has no blanks, control characters and backslashes (a blank is written %20)")
    }
    guard !link.contains("#") else {
      throw LinkFailure(.link, "a link has no fragment (a # in a name is written %23)")
    }
    guard let colon = link.firstRange(of: "://") else {
      throw LinkFailure(.link, "a link looks like radiotherm://HOST")
    }
    scheme = String(link[..<colon.lowerBound])
    let rest = link[colon.upperBound...]
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let steps = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    query = parts.count > 1 ? String(parts[1]) : nil
    (host, port) = try Self.hostAndPort(steps[0])
    path = try steps.dropFirst().map { step throws(LinkFailure) in try Self.decoded(step) }
  }

  private static func hostAndPort(
    _ text: Substring
  ) throws(LinkFailure) -> (host: String, port: UInt16?) {
    let isBracketed = text.first == "["
    let host: Substring
    var rest: Substring
    if isBracketed {
      guard let end = text.firstIndex(of: "]") else {
        throw LinkFailure(.link, "the host of the link lacks its closing bracket")
      }
      (host, rest) = (text[text.index(after: text.startIndex)..<end], text[end...].dropFirst())
    } else {
      host = text.prefix { $0 != ":" }
      rest = text.dropFirst(host.count)
    }
    let isKnown = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): true
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
      case UInt8(ascii: ":"): isBracketed
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        !isBracketed
      default: false
      }
    }
    guard isKnown, (1...253).contains(host.utf8.count), host.first != "-" else {
      throw LinkFailure(.link, "the host of the link is no name and no address")
    }
    guard !rest.isEmpty else { return (String(host), nil) }
    guard rest.removeFirst() == ":", (1...5).contains(rest.utf8.count),
      rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(rest), port > 0
    else { throw LinkFailure(.link, "the port of the link is not 1 to 65535") }
    return (String(host), port)
  }

  /// A step of the path, or a part of the query, its percent signs resolved.
  static func decoded(_ text: Substring) throws(LinkFailure) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else {
        throw LinkFailure(.link, "a % of the link is not followed by two hexadecimal digits")
      }
      rest = rest.dropFirst(2)
      bytes.append(UInt8(digits[0] << 4 | digits[1]))
    }
    guard let step = String(validating: bytes, as: UTF8.self),
      !step.unicodeScalars.contains(where: \.isControl)
    else { throw LinkFailure(.link, "the link has a control character, or is no UTF-8") }
    return step
  }

  /// Refuses what stands behind the host and the port.
  func refusePath() throws(LinkFailure) {
    guard path.isEmpty, query == nil else {
      throw LinkFailure(.link, "nothing follows the host and the port: \(scheme)://HOST[:PORT]")
    }
  }

  /// Refuses a query.
  func refuseQuery() throws(LinkFailure) {
    guard query == nil else { throw LinkFailure(.link, "such a link has no ?") }
  }

  /// The whole number of a step of the path; nil for anything else.
  static func number(_ text: some StringProtocol, upTo limit: Int) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), number <= limit
    else { return nil }
    return number
  }

  /// The host, with brackets where an address needs them, and the port where the link has one.
  var authority: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return host + (port.map { ":\($0)" } ?? "")
  }
}
