import CCurl
import LinkProtocol

/// Creates a transfer of libcurl by HTTP/1.1, without redirects and proxies: a local device answers directly.
func curlHandle(
  _ url: String, _ conversation: Conversation
) throws(LinkFailure) -> UnsafeMutableRawPointer {
  guard let handle = curl_easy_init() else {
    throw LinkFailure(.unreachable, "libcurl cannot start")
  }
  curl_set_text(handle, CURLOPT_URL, url)
  curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
  curl_set_text(handle, CURLOPT_NOPROXY, "*")
  curl_set_number(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
  curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
  curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, conversation.waits.connect.milliseconds)
  return handle
}

extension LinkFailure {
  /// A connection that libcurl could not open.
  init(
    _ code: CURLcode, _ handle: UnsafeMutableRawPointer, connectingTo authority: String,
    _ conversation: Conversation
  ) {
    self =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST: .unknownHost(authority)
      case CURLE_OPERATION_TIMEDOUT:
        .notConnected(to: authority, within: conversation.waits.connect)
      case CURLE_COULDNT_CONNECT:
        LinkFailure(
          connectingTo: authority,
          Int32(truncatingIfNeeded: curl_get_number(handle, CURLINFO_OS_ERRNO)))
      case CURLE_PEER_FAILED_VERIFICATION: .untrusted(authority)
      case CURLE_SSL_CACERT_BADFILE: .unreadableCertificates(for: authority)
      default:
        LinkFailure(
          .unreachable,
          "no connection to \(authority): \(String(cString: curl_easy_strerror(code)))")
      }
  }
}

/// Sequential requests to one host over HTTP/1.1, each on its own connection.
struct HTTPExchange {
  let address: DeviceAddress
  let conversation: Conversation

  private var authority: String { address.authority }

  /// Sends a GET request, or a POST request with a body.
  ///
  /// - Throws: `LinkFailure` if there is no complete answer in time. The caller checks status and content.
  func answer(
    _ path: String, sending body: [UInt8]? = nil
  ) throws(LinkFailure) -> (status: Int, body: [UInt8]) {
    let handle = try curlHandle("http://\(authority)\(path)", conversation)
    defer { curl_easy_cleanup(handle) }
    curl_set_number(handle, CURLOPT_FORBID_REUSE, 1)
    curl_set_number(handle, CURLOPT_TIMEOUT_MS, conversation.waits.answer.milliseconds)
    if let login = try SecretFiles.login(of: address.host, conversation) {
      curl_set_text(handle, CURLOPT_USERNAME, login.user)
      curl_set_text(handle, CURLOPT_PASSWORD, login.password)
    }
    // The thermostat supports neither chunks nor `Expect: 100-continue`.
    var headers = curl_slist_append(nil, "Expect:")
    headers = curl_slist_append(headers, "Connection: close")
    defer { curl_slist_free_all(headers) }
    if let body {
      headers = curl_slist_append(headers, "Content-Type: application/json")
      curl_set_body(handle, body, body.count)
    }
    curl_set_headers(handle, headers)
    let received = Received()
    let code = withExtendedLifetime(received) {
      curl_set_receivers(
        handle, { Received.take($0, $1, $2, $3, isHead: true) },
        { Received.take($0, $1, $2, $3, isHead: false) },
        Unmanaged.passUnretained(received).toOpaque())
      return curl_easy_perform(handle)
    }
    guard code == CURLE_OK else {
      let wasConnected = curl_was_connected(handle) != 0
      if !wasConnected { conversation.didNotSend() }
      throw failure(code, handle, wasConnected: wasConnected, received)
    }
    return (curl_get_number(handle, CURLINFO_RESPONSE_CODE), received.body)
  }

  private func failure(
    _ code: CURLcode, _ handle: UnsafeMutableRawPointer, wasConnected: Bool, _ received: Received
  ) -> LinkFailure {
    switch code {
    case CURLE_OPERATION_TIMEDOUT where wasConnected:
      .unanswered(by: authority, within: conversation.waits.answer)
    case CURLE_WRITE_ERROR where received.isHeadTooLarge:
      LinkFailure(.malformed, "the headers of the answer of \(authority) are larger than 64 KiB")
    case CURLE_WRITE_ERROR: .tooLarge(authority)
    case CURLE_PARTIAL_FILE:
      LinkFailure(.malformed, "\(authority) closed the connection in the middle of its answer")
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .closed(by: authority)
    case _ where !wasConnected: LinkFailure(code, handle, connectingTo: authority, conversation)
    default:
      LinkFailure(
        .malformed,
        "\(authority) does not speak HTTP as expected: \(String(cString: curl_easy_strerror(code)))"
      )
    }
  }
}

/// The bytes received so far.
private final class Received {
  /// The largest headers, in bytes.
  private static let largestHead = 1 << 16

  private(set) var body: [UInt8] = []
  private var head = 0
  var isHeadTooLarge: Bool { head > Self.largestHead }

  /// Stores received bytes; returning another number ends the transfer.
  static func take(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?, isHead: Bool
  ) -> Int {
    guard let bytes, let context else { return 0 }
    let received = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
    let more = UnsafeRawBufferPointer(start: bytes, count: size * count)
    received.head += isHead ? more.count : 0
    guard !received.isHeadTooLarge,
      isHead || received.body.count + more.count <= LinkFailure.largestAnswer
    else {
      return 0
    }
    if !isHead { received.body += more }
    return more.count
  }
}
