import Diagnostics
package import ScheduleModel

/// A way to write a weekly program that a device, a hub or another program reads.
package protocol DeviceFormat: Sendable {
  /// What `--to` and `--from` call it.
  var id: String { get }
  /// The devices or programs in words.
  var title: String { get }
  /// The kinds of device with their limits; the first is the default and has the format's id.
  var profiles: [DeviceProfile] { get }
  /// The other forms that `--form` can ask for; the first is the default.
  var forms: [DeviceForm] { get }
  /// How to get the output onto the device, as lines that a person can paste.
  var instructions: [String] { get }
  /// The options that the format heeds, of those that only some do.
  var heeds: DeviceOptionSet { get }

  /// Writes a schedule; `name` is data and cannot break out of the format.
  ///
  /// - Throws: `ExportRefusal` when anything would be lost or changed that the options do not allow.
  func export(
    _ schedule: Week, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> ExportOutput
}

/// A format that can be read back.
package protocol ImportableFormat: DeviceFormat {
  /// Reads a weekly program from one or more files of the device.
  ///
  /// - Throws: `ImportRefusal`, for a malformed file with the first fault and its place, and for
  ///   what the table cannot hold with one finding per day.
  func importing(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput
}

/// Options of an export that only some formats heed; the others refuse them.
package struct DeviceOptionSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  /// Makes a set of its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A single day (`--day`).
  package static let day = DeviceOptionSet(rawValue: 1)
  /// A receiver (`--target`, `--automation`).
  package static let target = DeviceOptionSet(rawValue: 2)
  /// A file to merge into (`--merge`).
  package static let merge = DeviceOptionSet(rawValue: 4)
  /// One side alone (`--program`, `--mode`).
  package static let program = DeviceOptionSet(rawValue: 8)
}

/// One of several texts that a format can write.
package struct DeviceForm: Hashable, Sendable {
  /// What `--form` calls it.
  package let id: String
  /// What it is, in words.
  package let title: String

  init(_ id: String, _ title: String) {
    self.id = id
    self.title = title
  }
}

extension DeviceFormat {
  package var forms: [DeviceForm] { [] }

  /// The limits of the default kind of device.
  package var capabilities: DeviceCapabilities { profiles[0].capabilities }

  /// Whether the format can be read back.
  package var isImportable: Bool { self is any ImportableFormat }

  /// The profile that `kind` names; the default for nil.
  ///
  /// - Throws: `ExportRefusal.usage` for a name that no profile has.
  package func profile(_ kind: String?) throws(ExportRefusal) -> DeviceProfile {
    guard let kind else { return profiles[0] }
    if let profile = profiles.first(where: { $0.isNamed(kind) }) { return profile }
    let known = profiles.map(\.id).joined(separator: ", ")
    throw .usage("\(id) has no device kind \(kind.quoted()); it has \(known)")
  }

  /// Checks the options that not every format heeds and returns the form that they ask for; the
  /// default where they ask for none.
  ///
  /// - Throws: `ExportRefusal.usage` for an option that would be without effect, and for a name that
  ///   no form has.
  func form(_ options: ExportOptions) throws(ExportRefusal) -> String {
    let given: [(DeviceOptionSet, Bool, String)] = [
      (.day, options.day != nil, "has no text for a single day"),
      (.target, options.target != nil, "names no receiver"),
      (.merge, options.merge != nil, "merges into no file"),
      (.program, options.program ?? .both != .both, "writes heat and cool together"),
    ]
    for (option, isGiven, what) in given where isGiven && !heeds.contains(option) {
      throw .usage("\(id) \(what)")
    }
    guard let wanted = options.form else { return forms.first?.id ?? "" }
    if forms.contains(where: { $0.id == wanted }) { return wanted }
    let known = forms.map(\.id).joined(separator: ", ")
    throw .usage(
      "\(id) has no form \(wanted.quoted())" + (known.isEmpty ? "" : "; it has \(known)"))
  }
}

extension DeviceProfile {
  /// Whether `name` is the profile's id or one of its aliases, in any case.
  package func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    return id == name || aliases.contains(name)
  }
}
