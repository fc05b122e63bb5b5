import DeviceFormats
import Diagnostics
import ScheduleRules

/// Finding formats and devices by the names that options give them.
enum DeviceNames {
  /// The format with that id, or whose usual device is also called so.
  ///
  /// - Throws: `Failure`, with a guess and all ids.
  static func format(_ name: String) throws(Failure) -> any DeviceFormat {
    if let format = DeviceFormats.named(name) { return format }
    if let format = DeviceFormats.all.first(where: { $0.profiles.first?.isNamed(name) == true }) {
      return format
    }
    // The name of another device says more than a format does: obeying half of it would be wrong.
    for format in DeviceFormats.all {
      guard let profile = format.profiles.first(where: { $0.isNamed(name) }) else { continue }
      throw Failure(
        .usage,
        "\(name.quoted()) is a device of \(format.id); name both: the format \(format.id) and "
          + "--device-kind \(profile.id)")
    }
    throw Guess.failure(
      "format", name, among: DeviceFormats.all.map(\.id), listedBy: "setpoint formats")
  }

  /// The kind of device with that id.
  ///
  /// - Throws: `Failure`, with a guess and all ids.
  static func profile(_ name: String) throws(Failure) -> DeviceProfile {
    if let device = DeviceFormats.device(named: name) { return device.profile }
    throw Guess.failure(
      "device", name, among: DeviceFormats.all.flatMap(\.profiles).map(\.id),
      listedBy: "setpoint formats")
  }
}
