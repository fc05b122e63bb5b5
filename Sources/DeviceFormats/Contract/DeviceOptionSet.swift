/// Export options that only some formats support; the others reject them.
package struct DeviceOptionSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A single day (`--day`).
  package static let day = DeviceOptionSet(rawValue: 1)
  /// A receiver (`--target`, `--automation`).
  package static let target = DeviceOptionSet(rawValue: 2)
  /// A file to merge into (`--merge`).
  package static let merge = DeviceOptionSet(rawValue: 4)
  /// One side (`--program`, `--mode`).
  package static let program = DeviceOptionSet(rawValue: 8)
  /// One-sided schedules without an option: the format is not for devices with two programs.
  package static let oneSide = DeviceOptionSet(rawValue: 32)
  /// An entry at 00:00 besides the four periods (`--midnight`).
  package static let midnight = DeviceOptionSet(rawValue: 16)
}

/// One of several texts that a format can write.
package struct DeviceForm: Hashable, Sendable {
  /// The id after the slash of `--to FORMAT/FORM`.
  package let id: String
  /// The name for people.
  package let title: String

  init(_ id: String, _ title: String) {
    self.id = id
    self.title = title
  }
}
