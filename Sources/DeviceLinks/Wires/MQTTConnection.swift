import CLibrary
import CMosquitto
import Diagnostics
import LinkProtocol

/// A connection to an MQTT broker by libmosquitto, without a thread: messages are processed while the caller waits.
final class MQTTConnection {
  struct Message {
    let topic: String
    let payload: [UInt8]
    /// Whether the broker retained it from earlier.
    let isRetained: Bool
  }

  private final class Events {
    var connected: Int32?
    var granted: [Int32: Int32] = [:]
    var published: Set<Int32> = []
    var messages: [Message] = []
    /// The bytes of all unread messages.
    var bytes = 0
    var isTooMuch = false
    /// Whether the broker's certificate is not trusted.
    var isUntrusted = false
  }

  private let client: OpaquePointer
  private let events = Events()
  private let authority: String
  private let conversation: Conversation

  /// Connects, and logs in if there is a login for the host.
  init(_ broker: DeviceAddress, _ conversation: Conversation) throws(LinkFailure) {
    authority = broker.authority
    self.conversation = conversation
    let login = try SecretFiles.mqttLogin(of: broker, conversation)
    guard
      let client = mosquitto_new(nil, true, Unmanaged.passUnretained(events).toOpaque())
    else { throw LinkFailure(.unreachable, "libmosquitto cannot start") }
    self.client = client
    listen()
    if let login { mosquitto_username_pw_set(client, login.user, login.password) }
    if broker.scheme.isEncrypted {
      let file = conversation.variable("SSL_CERT_FILE")
      let code =
        file.map { mosquitto_tls_set(client, $0, nil, nil, nil, nil) }
        ?? mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
      guard code == MOSQ_ERR_SUCCESS.rawValue else {
        throw .unreadableCertificates(for: authority)
      }
    }
    conversation.progress("connecting to \(authority)")
    // Limit the wait for a broker that does not accept the connection.
    try check(mosquitto_connect_async(client, broker.host, Int32(broker.usedPort), 60))
    try wait(for: conversation.waits.connect, "connect") { $0.connected != nil }
    guard events.connected == 0 else { throw refusal(events.connected ?? 0) }
  }

  deinit {
    mosquitto_disconnect(client)
    mosquitto_destroy(client)
  }

  private func listen() {
    // The code of a failed handshake does not say why.
    mosquitto_log_callback_set(client) { _, context, _, text in
      guard let text, String(cString: text).contains("certificate verify failed") else { return }
      MQTTConnection.events(context)?.isUntrusted = true
    }
    mosquitto_connect_callback_set(client) { _, context, code in
      MQTTConnection.events(context)?.connected = code
    }
    mosquitto_subscribe_callback_set(client) { _, context, id, count, granted in
      MQTTConnection.events(context)?.granted[id] = count > 0 ? granted?.pointee ?? 128 : 128
    }
    mosquitto_publish_callback_set(client) { _, context, id in
      MQTTConnection.events(context)?.published.insert(id)
    }
    mosquitto_message_callback_set(client) { _, context, message in
      guard let events = MQTTConnection.events(context), let message = message?.pointee else {
        return
      }
      let count = Int(message.payloadlen)
      let topic = message.topic.map { String(cString: $0) } ?? ""
      // An empty message needs memory, too.
      events.bytes += count + topic.utf8.count + 100
      guard events.bytes <= LinkFailure.largestAnswer else { return events.isTooMuch = true }
      let payload = UnsafeRawBufferPointer(start: message.payload, count: count)
      events.messages.append(
        Message(
          topic: topic, payload: Array(payload), isRetained: message.retain))
    }
  }

  private static func events(_ context: UnsafeMutableRawPointer?) -> Events? {
    context.map { Unmanaged<Events>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Subscribes to topics and waits until the broker grants them.
  func subscribe(_ topics: [String]) throws(LinkFailure) {
    for topic in topics {
      conversation.progress("subscribing to \(topic)")
      var id: Int32 = 0
      try check(mosquitto_subscribe(client, &id, topic, 1))
      try wait(for: conversation.waits.answer, "confirm the subscription") { $0.granted[id] != nil }
      guard let granted = events.granted[id], granted < 128 else {
        throw LinkFailure(.denied, "\(authority) does not let this user read \(topic.quoted())")
      }
    }
  }

  /// Publishes a message and waits until the broker acknowledges it.
  func publish(_ payload: [UInt8], to topic: String) throws(LinkFailure) {
    var id: Int32 = 0
    try check(mosquitto_publish(client, &id, topic, Int32(payload.count), payload, 1, false))
    try wait(for: conversation.waits.answer, "confirm a message") { $0.published.contains(id) }
  }

  /// Returns the messages since the last call; if there are none, waits until a deadline.
  func messages(by deadline: Deadline) throws(LinkFailure) -> [Message] {
    while events.messages.isEmpty, !deadline.hasPassed { try turn(deadline) }
    defer { (events.messages, events.bytes) = ([], 0) }
    return events.messages
  }

  private func wait(
    for duration: Duration, _ what: String, until isDone: (Events) -> Bool
  ) throws(LinkFailure) {
    let deadline = Deadline(after: duration)
    while !isDone(events) {
      guard !deadline.hasPassed else {
        throw events.connected == nil
          ? .notConnected(to: authority, within: duration)
          : LinkFailure(.timeout, "\(authority) did not \(what) within \(duration.words)")
      }
      try turn(deadline)
    }
  }

  /// Runs libmosquitto for up to a tenth of a second.
  private func turn(_ deadline: Deadline) throws(LinkFailure) {
    let milliseconds = min(100, max(1, deadline.milliseconds))
    if events.connected == nil { try refuseClosed(milliseconds) }
    let code = mosquitto_loop(client, milliseconds, 1)
    if events.isTooMuch { throw .tooLarge(authority) }
    // For a rejected connection, report the code of the callback.
    if code != MOSQ_ERR_SUCCESS.rawValue, let connected = events.connected, connected != 0 {
      throw refusal(connected)
    }
    try check(code)
  }

  /// Throws if the connection was refused or closed: until an answer, libmosquitto 2.0 goes on encrypting without a pause
  /// (eclipse-mosquitto, issue 2594).
  private func refuseClosed(_ milliseconds: Int32) throws(LinkFailure) {
    var polled = pollfd(fd: mosquitto_socket(client), events: Int16(POLLOUT), revents: 0)
    guard poll(&polled, 1, milliseconds) > 0, Int32(polled.revents) & (POLLERR | POLLHUP) != 0
    else { return }
    var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(polled.fd, SOL_SOCKET, SO_ERROR, &code, &size)
    guard code == 0 else { throw LinkFailure(connectingTo: authority, code) }
    throw LinkFailure(.unreachable, "no connection to \(authority): refused or closed")
  }

  private func check(_ code: Int32) throws(LinkFailure) {
    if code == MOSQ_ERR_SUCCESS.rawValue { return }
    if events.isUntrusted { throw .untrusted(authority) }
    if code == MOSQ_ERR_EAI.rawValue { throw .unknownHost(authority) }
    if code == MOSQ_ERR_ERRNO.rawValue { throw LinkFailure(connectingTo: authority, errno) }
    let words = String(cString: mosquitto_strerror(code))
    let isMalformed = [MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_NOMEM]
      .contains { Int32($0.rawValue) == code }
    throw LinkFailure(
      isMalformed ? .malformed : .unreachable, "no connection to \(authority): \(words)")
  }

  private func refusal(_ code: Int32) -> LinkFailure {
    let isDenied = code == 4 || code == 5
    let advice = isDenied ? " ~/.netrc can have its user and password" : ""
    let words = String(cString: mosquitto_connack_string(code)) + advice
    return LinkFailure(
      isDenied ? .denied : .refused, "\(authority) refuses the connection: \(words)")
  }
}
