/// What is said of the project as a whole.
package enum Project {
  /// Where the project is published, before the path of a file in it.
  ///
  /// The name is reserved and leads nowhere (RFC 2606): whoever publishes the project sets its address
  /// here, and records the schemas and rule pages anew.
  package static let home = "https://setpoint.example"
}
