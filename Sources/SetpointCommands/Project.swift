package enum Project {
  /// The address of the project, to which paths of its files are appended.
  ///
  /// A reserved name (RFC 2606): to publish the project, set its address here and record schemas and rule pages again.
  package static let home = "https://setpoint.example"
}
