/// How long is waited.
package struct Waits: Sendable {
  /// For a connection.
  package var connect = Duration.seconds(5)
  /// For an answer, from its request to its last byte; a CT80 was seen to take 16 seconds.
  package var answer = Duration.seconds(30)
  /// Between two writes to a Radio Thermostat.
  package var pause = Duration.milliseconds(500)
  /// For the answer to a datagram, before it is sent again; the usual APDU timeout of BACnet.
  package var datagram = Duration.seconds(3)
  /// For a bridge's word that a valve did not take a message.
  package var complaint = Duration.seconds(3)

  package init() {}
}

extension Duration {
  /// The whole milliseconds.
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }

  /// The duration in messages, `30 s`.
  var words: String {
    milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
