import DeviceFormats
import Diagnostics

/// Finding formats and devices by the names that options give them.
enum DeviceNames {
  /// The format with that id.
  ///
  /// - Throws: `Failure`, which lists them.
  static func format(_ id: String) throws(Failure) -> any DeviceFormat {
    guard let format = DeviceFormats.named(id) else {
      let known = DeviceFormats.all.map(\.id).joined(separator: ", ")
      throw Failure(.usage, "there is no format \(id.quoted()); there is \(known)")
    }
    return format
  }

  /// The kind of device with that id.
  ///
  /// - Throws: `Failure`, which lists them.
  static func profile(_ id: String) throws(Failure) -> DeviceProfile {
    guard let profile = DeviceFormats.profile(named: id) else {
      let known = DeviceFormats.all.flatMap(\.profiles).map(\.id).joined(separator: ", ")
      throw Failure(.usage, "there is no device \(id.quoted()); there is \(known)")
    }
    return profile
  }
}
