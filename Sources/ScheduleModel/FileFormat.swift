/// The file format, said once: what the reader, the writer, the schema and the rules share.
package enum FileFormat {
  /// What the member "format" says.
  package static let name = "setpoint-schedule"
  /// The newest version that is read, and the one that is written.
  package static let version = 1
  /// The longest name of a schedule, in Unicode scalars, as JSON Schema counts.
  package static let longestName = 64
}
