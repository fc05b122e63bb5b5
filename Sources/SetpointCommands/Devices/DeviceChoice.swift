import DeviceFormats
import Diagnostics

/// The device named by options: a format, a device or an alias, optionally with the form of the text after a slash
/// (`energyplus/epjson`).
struct DeviceChoice {
  let format: any DeviceFormat
  let profile: DeviceProfile
  /// The form, if the name has one.
  let form: String?

  /// The kind of device; nil for the default of the format, which other options can change.
  var kind: String? { profile.id == format.id ? nil : profile.id }

  /// Finds the device.
  ///
  /// - Throws: `Failure`, with a suggestion.
  init(_ name: String) throws(Failure) {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let device = DeviceFormats.device(named: String(parts[0])) else {
      throw Failure(.usage, DeviceFormats.sentence(aboutUnknown: String(parts[0])))
    }
    (format, profile) = device
    form = parts.count > 1 ? String(parts[1]) : nil
  }

  /// Finds the device named by two options; nil if neither is given. If both are, the first may name only the format.
  ///
  /// - Throws: `Failure` if they contradict each other.
  init?(_ name: String?, device: String?) throws(Failure) {
    guard let last = device ?? name else { return nil }
    try self.init(last)
    guard let name, device != nil else { return }
    let first = try DeviceChoice(name)
    guard first.format.id == format.id, [profile.id, format.id].contains(first.profile.id) else {
      throw Failure(
        .usage, "\(name.quoted()) and \(last.quoted()) are different devices; name one of them")
    }
    self = DeviceChoice(format: format, profile: profile, form: form ?? first.form)
  }

  private init(format: any DeviceFormat, profile: DeviceProfile, form: String?) {
    (self.format, self.profile, self.form) = (format, profile, form)
  }
}
