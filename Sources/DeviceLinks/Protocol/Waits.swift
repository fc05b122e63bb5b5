/// The timeouts.
package struct Waits: Sendable {
  /// For a connection.
  package var connect = Duration.seconds(5)
  /// For an answer, from its request to its last byte; a CT80 took up to 16 seconds.
  package var answer = Duration.seconds(30)
  /// Between two writes to a Radio Thermostat.
  package var pause = Duration.milliseconds(500)
  /// For the answer to a datagram before it is repeated; the usual APDU timeout of BACnet.
  package var datagram = Duration.seconds(3)
  /// For the bridge to report that a valve did not accept a message.
  package var complaint = Duration.seconds(3)

  package init() {}
}

extension Duration {
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }

  /// The duration for messages, `30 s`.
  var words: String {
    milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
