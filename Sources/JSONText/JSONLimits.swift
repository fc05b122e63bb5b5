import CJansson

/// How large, how deep and how full a text may be: what keeps a check below 64 MiB of memory,
/// whatever it is given.
package enum JSONLimits {
  /// The largest text that is read, in bytes: 4 MiB.
  package static let size = 4 << 20
  /// The same in words.
  package static let sizeText = "4 MiB"
  /// The deepest nesting of arrays and objects that is read.
  package static let nesting = 64
  /// The most values that are read, of every kind: 80,000, about 600 schedules.
  ///
  /// An object of one member takes jansson 300 bytes.
  package static let values = 80_000

  /// Gives free memory back to the system, which a C library may keep for the thread that had it.
  package static func giveBackMemory() { setpoint_memory_trim() }
}
