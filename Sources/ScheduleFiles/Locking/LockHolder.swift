import Diagnostics
import JSONText
import CLibrary

/// Who works on a document: what the holder of a lock writes into it.
package struct LockHolder: Hashable, Sendable {
  /// The number of the process.
  package let process: Int
  /// The machine that it runs on.
  package let host: String
  /// When it began, `2026-11-21T07:36:57Z`.
  package let time: String

  /// Describes a holder.
  package init(process: Int, host: String, time: String) {
    self.process = process
    self.host = host
    self.time = time
  }

  /// This process, now.
  package static func current() -> LockHolder {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return LockHolder(
      process: Int(getpid()), host: FilePath.shortened(host, to: 64), time: Timestamp.now())
  }

  var json: JSONValue {
    .object(["pid": .integer(process), "host": .string(host), "time": .string(time)])
  }

  /// Reads what a holder wrote; nil for what no holder writes.
  init?(_ bytes: [UInt8]) {
    guard let root = try? JSONTree(parsing: bytes).root else { return nil }
    self.init(root)
  }

  init?(_ node: JSONNode) {
    guard let process = node["pid"]?.integer, let host = node["host"]?.string,
      let time = node["time"]?.string
    else { return nil }
    self.init(
      process: process, host: FilePath.shortened(host, to: 64),
      time: FilePath.shortened(time, to: 32))
  }
}

extension LockHolder: CustomStringConvertible {
  /// The holder as messages name it: `process 4711 on kitchen since 2026-11-21T07:36:57Z`.
  package var description: String {
    "process \(process) on \(host.printable) since \(time.printable)"
  }
}

/// Points in time as files have them.
enum Timestamp {
  /// Now, in UTC to the second, as ISO 8601 writes it.
  static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }
}
