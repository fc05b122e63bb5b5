import Diagnostics
package import JSONText

/// The process that has a document open, as recorded in its lock.
package struct LockHolder: Hashable, Sendable, CustomStringConvertible {
  package let process: Int
  package let host: String
  /// When it started, `2026-11-21T07:36:57Z`.
  package let time: String

  /// Describes a holder; truncates long texts.
  package init(process: Int, host: String, time: String) {
    self.process = process
    self.host = host.shortened(to: 64)
    self.time = time.shortened(to: 32)
  }

  package var json: JSONValue {
    ["pid": .integer(process), "host": .string(host), "time": .string(time)]
  }

  /// Parses a record; nil if it is not valid.
  package init?(_ bytes: [UInt8]) {
    guard let root = try? JSONTree(parsing: bytes).root else { return nil }
    self.init(root)
  }

  init?(_ node: JSONNode) {
    guard let process = node["pid"]?.integer, let host = node["host"]?.string,
      let time = node["time"]?.string
    else { return nil }
    self.init(process: process, host: host, time: time)
  }

  /// The text for messages: `process 4711 on kitchen since 2026-11-21T07:36:57Z`.
  package var description: String {
    "process \(process) on \(host.printable) since \(time.printable)"
  }
}
