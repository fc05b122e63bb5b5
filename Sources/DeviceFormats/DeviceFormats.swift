package import Diagnostics

package enum DeviceFormats {
  /// All formats, in display order.
  package static let all: [any DeviceFormat] = [
    RadiothermFormat(), HomeAssistantFormat(), Zigbee2MQTTFormat(), ZCLFormat(), HoneywellFormat(),
    EnergyPlusFormat(), EvohomeFormat(), EcobeeFormat(), ICalendarFormat(), BACnetFormat(),
    NeoHubFormat(), HomematicFormat(), WiserFormat(), TadoFormat(), NetatmoFormat(),
    MatterFormat(), CSVFormat(),
  ]

  /// The ids of all devices.
  package static var names: [String] { all.flatMap(\.profiles).map(\.id) }

  /// The formats whose files have the ending of a path.
  package static func named(byEndingOf path: String) -> [any DeviceFormat] {
    all.filter { path.lowercased().hasSuffix("." + $0.fileSuffix(ofForm: nil)) }
  }

  /// Returns the device with a name (a format's id, a profile's id or an alias) and its format; nil if unknown.
  package static func device(
    named name: String
  ) -> (format: any DeviceFormat, profile: DeviceProfile)? {
    all.lazy.compactMap { format in format.profile(name).map { (format, $0) } }.first
  }

  /// Returns the device with a name and its format; throws with a suggestion for an unknown name, and if `other` is
  /// neither a name of the device nor the id of its format.
  package static func found(
    _ name: String, alsoNamed other: String? = nil
  ) throws(Refusal) -> (format: any DeviceFormat, profile: DeviceProfile) {
    guard let found = device(named: name) else { throw Refusal(sentence(aboutUnknown: name)) }
    guard let other else { return found }
    let known = try Self.found(other)
    guard other.lowercased() == found.format.id || known.profile.id == found.profile.id else {
      throw Refusal(
        "\(other.quoted()) and \(name.quoted()) are different devices; name one of them")
    }
    return found
  }

  package static func sentence(aboutUnknown name: String) -> String {
    let names = all.flatMap(\.profiles).flatMap { [$0.id] + $0.aliases }
    let guess =
      Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
      ?? "`setpoint formats` lists them"
    return "there is no device \(name.quoted()); \(guess)"
  }
}
