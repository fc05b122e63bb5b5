/// The limits on JSON texts, which keep a check below 64 MiB of memory for any input.
package enum JSONLimits {
  /// The largest text, in bytes: 4 MiB.
  package static let size = 4 << 20
  /// The largest text, for messages.
  package static let sizeText = "4 MiB"
  /// The deepest nesting of arrays and objects.
  package static let nesting = 64
  /// The most values of every type. An object with one member takes 300 bytes in jansson.
  package static let values = 80_000
  /// The most values, for messages.
  package static let valuesText = "80,000 values, or about 600 schedules"
}
