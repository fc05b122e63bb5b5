import CLibrary
import Diagnostics
import LinkProtocol

/// A user name and a password.
package struct Login: Hashable, Sendable {
  package let user: String
  package let password: String
}

extension Login {
  /// The login in HTTP basic authentication (RFC 7617).
  var basic: String { Base64.text(Array("\(user):\(password)".utf8)) }
}

/// Reads files with secrets that must be private; messages never show their content.
enum SecretFiles {
  private static let largest = 1 << 16

  /// Returns the login for a host in `~/.netrc`; nil if there is none.
  static func login(
    of host: String, _ conversation: Conversation
  ) throws(LinkFailure) -> Login? {
    guard let home = conversation.variable("HOME"), let file = try SecretFile(home + "/.netrc")
    else {
      return nil
    }
    guard let login = Netrc(file.text).login(of: host) else { return nil }
    // Check the permissions only when a login is used.
    try file.refuseOthers()
    conversation.hide(login.password)
    conversation.hide(login.basic)
    return login
  }

  /// A small file with secrets.
  struct SecretFile {
    let path: String
    let text: String
    private let status: stat

    /// Reads a file; nil if it does not exist.
    init?(_ path: String) throws(LinkFailure) {
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else {
        if errno == ENOENT { return nil }
        throw LinkFailure(
          .secret, "\(path.quoted()) cannot be read: \(String(cString: strerror(errno)))")
      }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw LinkFailure(.secret, "\(path.quoted()) is not a file")
      }
      guard status.st_size <= largest else {
        throw LinkFailure(.secret, "\(path.quoted()) is larger than 64 KiB")
      }
      var bytes = [UInt8](repeating: 0, count: largest)
      var count = 0
      while count < largest {
        let read = bytes.withUnsafeMutableBytes { buffer in
          CLibrary.read(file, buffer.baseAddress.map { $0 + count }, largest - count)
        }
        if read <= 0 { break }
        count += read
      }
      self.path = path
      self.status = status
      text = String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Throws if another user owns the file or can read or write it.
    func refuseOthers() throws(LinkFailure) {
      guard status.st_mode & 0o077 == 0 else {
        throw LinkFailure(
          .secret, "other users can read \(path.quoted()); use chmod 600")
      }
      guard status.st_uid == geteuid() || geteuid() == 0 else {
        throw LinkFailure(.secret, "\(path.quoted()) belongs to another user")
      }
    }
  }
}
