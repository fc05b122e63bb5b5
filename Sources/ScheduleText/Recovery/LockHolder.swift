import Diagnostics
package import JSONText

/// Who works on a document: what the holder of a lock writes into it.
package struct LockHolder: Hashable, Sendable {
  /// The number of the process.
  package let process: Int
  /// The machine that it runs on.
  package let host: String
  /// When it began, `2026-11-21T07:36:57Z`.
  package let time: String

  /// Describes a holder; what is longer than such texts are is cut.
  package init(process: Int, host: String, time: String) {
    self.process = process
    self.host = host.shortened(to: 64)
    self.time = time.shortened(to: 32)
  }

  /// The holder as an object.
  package var json: JSONValue {
    .object(["pid": .integer(process), "host": .string(host), "time": .string(time)])
  }

  /// Reads what a holder wrote; nil if it is no holder's line.
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
}

extension LockHolder: CustomStringConvertible {
  /// The holder as messages name it: `process 4711 on kitchen since 2026-11-21T07:36:57Z`.
  package var description: String {
    "process \(process) on \(host.printable) since \(time.printable)"
  }
}

extension String {
  /// As much of a text as `bytes` hold, without cutting a character apart.
  package func shortened(to bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var result = ""
    var count = 0
    for character in self {
      count += character.utf8.count
      if count > bytes { break }
      result.append(character)
    }
    return result
  }
}
