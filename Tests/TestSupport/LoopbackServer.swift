import CLibrary

/// A server of a test's own on 127.0.0.1, with one thread: it serves one connection after the other.
package final class LoopbackServer: Sendable {
  /// The port that the system chose.
  package let port: UInt16
  private let listener: Int32
  private let thread: Thread

  /// Begins to serve.
  package init(_ serve: @escaping @Sendable (LoopbackConnection) -> Void) {
    let listener = socket(AF_INET, streamSocket, 0)
    port = bindToLoopback(listener)
    listen(listener, 16)
    self.listener = listener
    thread = Thread {
      while case let file = accept(listener, nil, nil), file >= 0 {
        serve(LoopbackConnection(file: file, listener: listener))
        close(file)
      }
    }
  }

  /// Ends with the connection that is being served.
  package func stop() {
    // Makes accept(2) return; closing alone does not.
    shutdown(listener, Int32(SHUT_RDWR))
    thread.join()
    close(listener)
  }
}

#if os(Linux)
  package let streamSocket = Int32(SOCK_STREAM.rawValue)
  let datagramSocket = Int32(SOCK_DGRAM.rawValue)
#else
  package let streamSocket = SOCK_STREAM
  let datagramSocket = SOCK_DGRAM
#endif

/// Gives a socket a port of 127.0.0.1, a free one for 0, and returns it.
@discardableResult func bindToLoopback(_ file: Int32, port: UInt16 = 0) -> UInt16 {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  address.sin_port = port.bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      _ = bind(file, $0, length)
      _ = getsockname(file, $0, &length)
    }
  }
  return UInt16(bigEndian: address.sin_port)
}

/// Makes a datagram socket hear a port of 127.0.0.1 alone.
func connectToLoopback(_ file: Int32, port: UInt16) {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  address.sin_port = port.bigEndian
  withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      _ = connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

/// A port of 127.0.0.1 that refuses connections, and that no other program gets.
package final class RefusingPort: Sendable {
  /// The port that the system chose.
  package let port: UInt16
  private let file: Int32

  /// Takes the port without listening.
  package init() {
    file = socket(AF_INET, streamSocket, 0)
    port = bindToLoopback(file)
  }

  deinit { close(file) }
}

/// A port of 127.0.0.1 that neither accepts nor refuses a connection: the caller waits.
package final class UnansweredPort: Sendable {
  /// The port that the system chose.
  package let port: UInt16
  private let listener: Int32
  private let waiting: [Int32]

  /// Fills the queue of a listener without a server.
  package init() {
    let listener = socket(AF_INET, streamSocket, 0)
    port = bindToLoopback(listener)
    listen(listener, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    waiting = (0..<4).map { _ in
      let file = socket(AF_INET, streamSocket, 0)
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      return file
    }
    self.listener = listener
  }

  deinit { (waiting + [listener]).forEach { close($0) } }
}

/// A connection that a loopback server took.
package struct LoopbackConnection: Sendable {
  private let file: Int32
  private let listener: Int32

  fileprivate init(file: Int32, listener: Int32) {
    self.file = file
    self.listener = listener
  }

  /// Whether another client is waiting.
  package var hasAnotherClient: Bool { Self.isReady(listener, within: 0) }

  /// What comes next; nil at the end.
  package func bytes(upTo limit: Int = 1 << 16) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = recv(file, &buffer, limit, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Sends bytes; returns whether the other side still takes them.
  @discardableResult package func send(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        CLibrary.send(file, $0.baseAddress.map { $0 + sent }, bytes.count - sent, noSignal)
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Sends a text.
  @discardableResult package func send(_ text: String) -> Bool { send(text.utf8) }

  /// Sends a text a byte at a time, with a pause before each.
  package func drip(_ text: String, milliseconds: Int32) {
    drip(Array(text.utf8), milliseconds: milliseconds)
  }

  /// Sends bytes one at a time, with a pause before each.
  package func drip(_ bytes: [UInt8], milliseconds: Int32) {
    for byte in bytes {
      poll(nil, 0, milliseconds)
      if !send([byte]) { return }
    }
  }

  /// Sends the same for ever, as long as the other side takes it.
  package func flood(_ text: String) {
    let block = Array(repeatElement(text.utf8, count: 1000).joined())
    while send(block) {}
  }

  /// Breaks the connection, so that the other side gets a reset.
  package func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(file, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  /// Says nothing until the other side gives up.
  package func waitForEnd() { while bytes() != nil {} }

  private static func isReady(_ file: Int32, within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }
}

#if os(Linux)
  private let noSignal = Int32(MSG_NOSIGNAL)
#else
  private let noSignal: Int32 = 0
#endif
