import DeviceLinks
import Diagnostics
import TestSupport

extension HomeAssistantStandIn {
  /// Begins to serve, with the handshake of RFC 6455.
  convenience init(unit: String) {
    self.init(unit: unit) { key in
      Base64.text(SHA1.digest(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
    }
  }
}
