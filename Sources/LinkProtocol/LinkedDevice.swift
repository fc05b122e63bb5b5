import DeviceFormats
import Diagnostics
package import ScheduleModel

/// The properties of the device at an address that are known.
package struct LinkedDevice: Hashable, Sendable {
  /// The id of the format of its texts.
  package let format: String
  /// The id of its kind.
  package var kind: String
  /// The unit of its texts, if known.
  package var unit: TemperatureUnit?
  /// Whether reading shows what the device stores, not what it was asked to store.
  package let isVerifiable: Bool
  /// Whether heat and cool can only be written together.
  package var takesBothSides = false
  /// The only side that it stores, if known.
  package var onlySide: Sides?
}

extension DeviceAddress.Scheme {
  /// The id of the format of such devices' texts.
  package var format: String {
    switch self {
    case .radiotherm: "radiotherm"
    case .bacnet: "bacnet"
    case .ha, .has: "home-assistant"
    case .mqtt, .mqtts: "zigbee2mqtt"
    }
  }
}

extension DeviceAddress {
  /// The kinds of zigbee2mqtt whose week the device itself reports.
  private static let reportingKinds: Set = [
    "zigbee2mqtt", "danfoss-ally", "bosch-rm", "sonoff-trv-zbt",
  ]

  /// The properties that the address implies.
  package var device: LinkedDevice {
    LinkedDevice(
      format: scheme.format, kind: kind ?? scheme.format,
      unit: scheme == .radiotherm ? .fahrenheit : kind == nil ? nil : .celsius,
      isVerifiable: kind.map(Self.reportingKinds.contains) ?? true,
      takesBothSides: scheme == .radiotherm
        || scheme == .bacnet && path.last?.contains(",") == true)
  }

  /// Returns the id in a query `kind=ID`.
  ///
  /// - Throws: `LinkFailure` for any other query.
  static func kind(of query: String?) throws(LinkFailure) -> String {
    let profiles = DeviceFormats.named(Scheme.mqtt.format)?.profiles ?? []
    guard let query, query.hasPrefix("kind="),
      let profile = profiles.first(where: { $0.isNamed(String(query.dropFirst(5))) })
    else {
      let kinds = profiles.map(\.id).listed("or")
      throw LinkFailure(.link, "an address of zigbee2mqtt ends with ?kind= and \(kinds)")
    }
    return profile.id
  }
}
