import CLibrary
import DeviceFormats
import Diagnostics
package import ScheduleModel

/// The address of a device: `SCHEME://HOST[:PORT][/PATH][?QUERY]`. The name of a device can replace the scheme and the
/// query: `trvzb://HOST/BASE/NAME`.
///
/// An address contains no secret, so it may appear in messages. Errors do not repeat text that could be a password.
package struct DeviceAddress: Hashable, Sendable {
  package enum Scheme: String, CaseIterable, Sendable {
    case radiotherm, ha, has, bacnet, mqtt, mqtts

    package var isEncrypted: Bool { self == .has || self == .mqtts }

    /// The id of the format of such devices' texts.
    package var format: String {
      switch self {
      case .radiotherm: "radiotherm"
      case .bacnet: "bacnet"
      case .ha, .has: "home-assistant"
      case .mqtt, .mqtts: "zigbee2mqtt"
      }
    }

    /// How an address ends that names only the program of a side.
    package func ending(_ side: Side) -> String {
      self == .bacnet ? side == .heat ? "/schedule/N" : "/schedule/,M" : "/\(side.name)"
    }
  }

  /// The address as typed, with the scheme instead of the name of a device.
  package let text: String
  /// The address as typed, without its query, for messages.
  package let shown: String
  package let scheme: Scheme
  /// A name, an IPv4 address, or an IPv6 address without brackets.
  package let host: String
  package let port: UInt16?
  /// The percent-decoded steps of the path.
  package let path: [String]
  /// The kind of device in the query or in place of the scheme; nil if the address names only a format.
  package let kind: String?

  /// The longest address, in bytes.
  private static let longest = 1024
  /// The schemes for messages, `ha://`.
  package static let beginnings = Scheme.allCases.map { "\($0.rawValue)://" }

  /// The prefixes of addresses with the name of a device.
  package static var otherBeginnings: [String] {
    DeviceFormats.all.flatMap(\.profiles).flatMap { [$0.id] + $0.aliases }
      .filter { Scheme(rawValue: $0) == nil && schemeText(ofDevice: $0) != nil }.map { "\($0)://" }
  }

  /// The scheme of a device and its query; nil for a device without addresses.
  private static func schemeText(ofDevice name: String) -> (scheme: String, query: String)? {
    guard let device = DeviceFormats.device(named: name),
      device.format.id != Scheme.mqtt.format || device.profile.zigbee?.request != nil,
      let scheme = Scheme.allCases.first(where: { $0.format == device.format.id })
    else { return nil }
    return (scheme.rawValue, scheme == .mqtt ? "?kind=\(device.profile.id)" : "")
  }

  /// Parses an address. `device` returns the name of a device with a kind, for an address without a query.
  ///
  /// - Throws: `LinkFailure` with the reason `link`.
  package init(
    _ typed: String, device: @autoclosure () -> String? = nil
  ) throws(LinkFailure) {
    let (text, named) = try Self.resolved(typed, device)
    if let problem = Self.problem(of: text) { throw LinkFailure(.link, problem) }
    let colon = text.firstRange(of: "://")
    guard let colon, let scheme = Scheme(rawValue: text[..<colon.lowerBound].lowercased()) else {
      let isHost = text.first == "[" || text.contains(".") && text.last?.isNumber == true
      let typed = isHost && (try? Self.hostAndPort(text[...])) != nil ? text : nil
      let shown = typed ?? String(text.prefix { $0 != ":" })
      let names = (Self.beginnings + Self.otherBeginnings).map { String($0.dropLast(3)) }
      let near = Spelling.nearest(to: shown, among: names).map { "\($0)://" }
      let advice =
        (typed.map { "radiotherm://\($0)" } ?? near).map { "; did you mean \($0)?" }
        ?? ", such as radiotherm://HOST (\(Self.beginnings.joined(separator: ", ")))"
      throw LinkFailure(.link, "\(shown.quoted()) is not a device address\(advice)")
    }
    let parts = text[colon.upperBound...]
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let steps = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    (host, port) = try Self.hostAndPort(steps[0])
    guard scheme != .bacnet || steps[0].first != "[" else {
      throw LinkFailure(.link, "BACnet/IP has no IPv6 addresses; use an IPv4 address or a name")
    }
    path = try steps.dropFirst().map { step throws(LinkFailure) in try Self.decoded(step) }
    let query = parts.count > 1 ? String(parts[1]) : nil
    if scheme == .mqtt || scheme == .mqtts {
      kind = try Self.kind(of: query)
    } else {
      guard query == nil else {
        throw LinkFailure(.link, "a \(scheme.rawValue):// address cannot contain ?")
      }
      kind = named
    }
    (self.text, self.scheme, shown) = (text, scheme, String(typed.prefix { $0 != "?" }))
    if scheme == .radiotherm, !path.isEmpty, onlySide == nil {
      throw LinkFailure(
        .link,
        "unexpected text after the host and the port; expected radiotherm://HOST[:PORT], /heat or /cool"
      )
    }
    if scheme == .bacnet, bacnetObjects == nil {
      throw LinkFailure(
        .link,
        "an address of BACnet schedules is bacnet://HOST[:PORT]/DEVICE/schedule/N,M, N for heat and M for "
          + "cool; one of them can be omitted")
    }
  }

  /// Replaces the name of a device as a scheme and returns its kind; adds that of `device` if the address needs one.
  private static func resolved(
    _ text: String, _ device: () -> String?
  ) throws(LinkFailure) -> (text: String, kind: String?) {
    guard let colon = text.firstRange(of: "://") else { return (text, nil) }
    let name = text[..<colon.lowerBound].lowercased()
    if name.hasPrefix("mqtt"), !text.contains("?"), let own = device().flatMap(schemeText) {
      return (text + own.query, nil)
    }
    guard Scheme(rawValue: name) == nil, let found = DeviceFormats.device(named: name) else {
      return (text, nil)
    }
    guard let own = schemeText(ofDevice: name) else {
      throw LinkFailure(.link, "\(name) devices have no address; use `setpoint export`")
    }
    let kind = found.profile.id == found.format.id ? nil : found.profile.id
    return ("\(own.scheme)\(text[colon.lowerBound...])\(own.query)", kind)
  }

  /// Why a text with these characters is not an address; nil if they are allowed.
  private static func problem(of text: String) -> String? {
    // An escaped @ belongs to the path; before the path it would separate a user from the host.
    let start = text.firstRange(of: "://").map { text[$0.upperBound...].prefix { $0 != "/" } }
    if text.utf8.count > longest { return "the device address is longer than \(longest) bytes" }
    if !text.contains("@"), start?.hasPrefix("[") == true, start?.contains("%") == true {
      return "the host of a device address cannot have a zone (% and an interface)"
    }
    if text.contains("@") || (start ?? text[...]).contains("%") {
      return
        "a device address cannot contain a user or a password; put them into ~/.netrc, HASS_TOKEN or "
        + "HASS_TOKEN_FILE"
    }
    if text.unicodeScalars.contains(where: { $0.isControl || $0 == " " || $0 == "\\" }) {
      return "a device address cannot contain spaces, control characters or backslashes "
        + "(write a space as %20)"
    }
    return text.contains("#")
      ? "a device address cannot contain # (in a name, write %23)" : nil
  }

  /// Parses a host, in brackets if it is an IPv6 address, and a port.
  package static func hostAndPort(
    _ text: Substring
  ) throws(LinkFailure) -> (host: String, port: UInt16?) {
    let isBracketed = text.first == "["
    let host: Substring
    var rest: Substring
    if isBracketed {
      guard let end = text.firstIndex(of: "]") else {
        throw LinkFailure(.link, "the host of the address lacks its closing bracket")
      }
      (host, rest) = (text[text.index(after: text.startIndex)..<end], text[end...].dropFirst())
    } else {
      host = text.prefix { $0 != ":" }
      rest = text.dropFirst(host.count)
    }
    let isKnown = host.allSatisfy { character in
      guard character.isASCII else { return false }
      return isBracketed
        ? character.isHexDigit || ".:".contains(character)
        : character.isLetter || character.isNumber || ".-_".contains(character)
    }
    guard isKnown, (1...253).contains(host.utf8.count), host.first != "-" else {
      throw LinkFailure(.link, "the host of the address is neither a name nor an IP address")
    }
    guard !rest.isEmpty else { return (String(host), nil) }
    guard rest.removeFirst() == ":", let number = rest.wholeNumber(digits: 5),
      let port = UInt16(exactly: number), port > 0
    else { throw LinkFailure(.link, "the port must be 1 to 65535") }
    return (String(host), port)
  }

  /// Percent-decodes a step of the path or a part of the query.
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
        throw LinkFailure(.link, "expected two hexadecimal digits after % in the address")
      }
      rest = rest.dropFirst(2)
      bytes.append(UInt8(digits[0] << 4 | digits[1]))
    }
    guard let step = String(validating: bytes, as: UTF8.self),
      !step.unicodeScalars.contains(where: \.isControl)
    else { throw LinkFailure(.link, "the address has a control character, or is not UTF-8") }
    return step
  }

  package var authority: String { bracketedHost + (port.map { ":\($0)" } ?? "") }
  package var authorityWithPort: String { "\(bracketedHost):\(usedPort)" }

  private var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

  package var usedPort: UInt16 { port ?? usualPort }

  private var usualPort: UInt16 {
    switch scheme {
    case .radiotherm: 80
    case .ha, .has: 8123
    case .bacnet: 47808
    case .mqtt: 1883
    case .mqtts: 8883
    }
  }

  /// The properties that the address implies.
  package var device: LinkedDevice {
    LinkedDevice(
      scheme: scheme, kind: kind ?? scheme.format,
      unit: scheme == .radiotherm ? .fahrenheit : kind == nil ? nil : .celsius,
      isVerifiable: kind.map { DeviceFormats.device(named: $0)?.profile.answers == true } ?? true,
      neededSides: onlySide.map(Sides.init)
        ?? ([.radiotherm, .bacnet].contains(scheme) ? .both : nil))
  }

  /// The spelling that all addresses of one program share: without TLS, the host in lower case or as a whole IP address,
  /// without the usual port, and the path decoded. No name is looked up.
  package var canonical: String { whole + (text.contains("?") ? "?kind=\(kind ?? "")" : "") }

  /// What a push writes to: addresses that share a part share a device.
  package var parts: [String] {
    guard scheme == .bacnet, let device = path.first, let last = path.last else {
      return [scheme == .radiotherm ? server : whole]
    }
    return last.split(separator: ",").map { "\(server)/\(device)/\($0)" }
  }

  private var whole: String { ([server] + path).joined(separator: "/") }

  private var server: String {
    let family = Scheme.allCases.first { $0.format == scheme.format } ?? scheme
    var (short, long, name) = (in_addr(), in6_addr(), host.lowercased())
    // As connections do, accept the short forms of IPv4: 127.1.
    if inet_aton(host, &short) != 0 {
      name = withUnsafeBytes(of: short) { $0.map { "\($0)" }.joined(separator: ".") }
    } else if inet_pton(AF_INET6, host, &long) == 1 {
      name = withUnsafeBytes(of: long) { "[\(Array($0).hexText)]" }
    }
    return "\(family.rawValue)://\(name)\(usedPort == usualPort ? "" : ":\(usedPort)")"
  }

  /// The instances of the device and of the schedules in a BACnet path; nil for another path.
  package var bacnetObjects: (device: Int, schedules: [(side: Side, instance: Int)])? {
    // One spelling for each, since an address identifies a device. The next number is a wildcard.
    func instance(_ text: some StringProtocol) -> Int? {
      text.wholeNumber(digits: 9).flatMap { $0 <= 4_194_302 && text == "\($0)" ? $0 : nil }
    }
    let sides = onlySide.map { [$0] } ?? Side.allCases
    let list = (path.last ?? "").dropFirst(sides == [.cool] ? 1 : 0)
    let numbers = list.split(separator: ",", omittingEmptySubsequences: false)
    let instances = numbers.compactMap { instance($0) }
    guard path.count == 3, path[1] == "schedule", let device = instance(path[0]),
      [numbers.count, Set(instances).count] == [sides.count, sides.count]
    else { return nil }
    return (device, zip(sides, instances).map { ($0, $1) })
  }

  /// The only program that the address names: `radiotherm://HOST/heat`, `bacnet://HOST/1/schedule/,7` for cool.
  package var onlySide: Side? {
    guard let last = path.last else { return nil }
    if scheme == .radiotherm, path.count == 1 { return Side(rawValue: last) }
    guard scheme == .bacnet, last.hasPrefix(",") || !last.contains(",") else { return nil }
    return last.hasPrefix(",") ? .cool : .heat
  }

  /// Returns the id in a query `kind=ID`.
  static func kind(of query: String?) throws(LinkFailure) -> String {
    let profiles = (DeviceFormats.device(named: Scheme.mqtt.format)?.format.profiles ?? [])
      .filter { $0.zigbee?.request != nil }
    let name = query?.hasPrefix("kind=") == true ? query?.dropFirst(5).description : nil
    guard let name, let profile = profiles.first(where: { $0.isNamed(name) }) else {
      let kinds = profiles.map(\.id).listed("or")
      if let name, !name.isEmpty, !name.contains("?") {
        let isKnown = DeviceFormats.device(named: name)?.format.id == Scheme.mqtt.format
        let reason =
          isKnown ? "has no address; use `setpoint export`" : "is not a kind; use \(kinds)"
        throw LinkFailure(.link, "\(name.quoted()) \(reason)")
      }
      let way = "ends with ?kind=KIND, such as mqtt://HOST/zigbee2mqtt/NAME?kind=sonoff-trvzb"
      throw LinkFailure(.link, "the address of a zigbee2mqtt device \(way); kinds: \(kinds)")
    }
    return profile.id
  }
}

/// The properties of the device at an address that are known.
package struct LinkedDevice: Hashable, Sendable {
  package let scheme: DeviceAddress.Scheme
  package var kind: String
  /// The unit of its texts, if known.
  package var unit: TemperatureUnit?
  /// Whether reading shows what the device stores, not what it was asked to store.
  package let isVerifiable: Bool
  /// The sides that a program for it must have; nil if that depends on the options.
  package var neededSides: Sides?

  package var format: String { scheme.format }
}
