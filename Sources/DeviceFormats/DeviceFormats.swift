import ScheduleModel

/// The formats that setpoint writes and reads.
package enum DeviceFormats {
  /// Every format, in the order of lists.
  package static let all: [any DeviceFormat] = [
    RadiothermFormat(), HomeAssistantFormat(), Zigbee2MQTTFormat(), ZCLFormat(), HoneywellFormat(),
    EnergyPlusFormat(), EvohomeFormat(), EcobeeFormat(), ICalendarFormat(), BACnetFormat(),
    NeoHubFormat(), HomematicFormat(), WiserFormat(), TadoFormat(), CSVFormat(),
  ]

  /// The format with an id; nil for an unknown one.
  package static func named(_ id: String) -> (any DeviceFormat)? {
    let id = id.lowercased()
    return all.first { $0.id == id }
  }

  /// The kind of device that `validate --device` names: a format's id, a profile's id or an alias.
  package static func profile(named name: String) -> DeviceProfile? {
    if let format = named(name) { return format.profiles[0] }
    return all.lazy.flatMap(\.profiles).first { $0.isNamed(name) }
  }
}
