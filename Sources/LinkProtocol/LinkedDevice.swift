import DeviceFormats
import Diagnostics
package import ScheduleModel

/// What is known of the device at an address.
package struct LinkedDevice: Hashable, Sendable {
  /// The id of the format that its texts are in.
  package let format: String
  /// The id of its kind.
  package var kind: String
  /// The scale of its texts; nil where it is not known.
  package var unit: TemperatureUnit?
  /// Whether reading shows what the device stores, and not what it was asked to store.
  package let isVerifiable: Bool
  /// Whether heat and cool are written together or not at all.
  package var takesBothSides = false
  /// The only side that it stores; nil where that is not known.
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
  private static let reportingKinds: Set = ["zigbee2mqtt", "danfoss-ally", "bosch-rm"]

  /// What the address alone says of the device.
  package var device: LinkedDevice {
    let format = scheme.format
    return switch scheme {
    case .radiotherm:
      LinkedDevice(
        format: format, kind: format, unit: .fahrenheit, isVerifiable: true,
        takesBothSides: true)
    case .bacnet:
      LinkedDevice(format: format, kind: format, unit: nil, isVerifiable: true)
    case .ha, .has:
      LinkedDevice(
        format: format, kind: format, unit: nil, isVerifiable: true)
    case .mqtt, .mqtts:
      LinkedDevice(
        format: format, kind: kind ?? "", unit: .celsius,
        isVerifiable: Self.reportingKinds.contains(kind ?? ""))
    }
  }

  /// Returns the id of the kind of device that a query `kind=ID` names.
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
