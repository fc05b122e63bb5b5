import CNcurses
import CLibrary
import Synchronization

/// What the terminal database says of one type of terminal.
package final class Terminfo {
  /// A string capability with parameters.
  package struct Format: Sendable {
    fileprivate let text: [CChar]
    /// What it consists of, where it only writes its parameters in decimals, as most do; nil for one
    /// that tiparm(3) has to work out, which takes twenty times as long.
    fileprivate let parts: [Part]?

    fileprivate enum Part {
      case byte(UInt8)
      /// The second parameter or the first, and what is added to it.
      case number(isSecond: Bool, more: Int)
    }
  }

  private let description: UnsafeMutableRawPointer
  /// ncurses has one description in use, and one buffer for what it expands, in a process.
  private static let library = Mutex(())

  /// Looks up `type`.
  ///
  /// `output` is the terminal's descriptor, or -1 where there is no terminal.
  /// - Throws: `TerminalError` for a type that is unknown or cannot move its cursor.
  package init(type: String, output: Int32) throws(TerminalError) {
    let opened = Self.library.withLock { _ in UInt(bitPattern: terminfo_open(type, output)) }
    guard let description = UnsafeMutableRawPointer(bitPattern: opened) else {
      throw .typeIsUnknown(type)
    }
    self.description = description
    guard format("cup") != nil, bytes("clear") != nil else { throw .typeIsTooSimple(type) }
  }

  deinit {
    inUse { terminfo_close(description) }
  }

  /// Calls `body` while the library knows no other description.
  private func inUse<Result: Sendable>(_ body: () -> Result) -> Result {
    Self.library.withLock { _ in
      terminfo_use(description)
      return body()
    }
  }

  /// The bytes of a capability without parameters, by its terminfo name such as `rmcup`.
  ///
  /// Padding, written `$<5>`, is left out: terminals that need it are gone, and the crash handler
  /// cannot wait.
  func bytes(_ name: String) -> [UInt8]? {
    guard let value = inUse({ terminfo_string(name).map { String(cString: $0) } }) else {
      return nil
    }
    var bytes: [UInt8] = []
    var rest = value.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"),
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[rest.index(after: end)...]
      } else {
        bytes.append(byte)
      }
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// A capability whose parameters are numbers; nil for one that wants strings, which would be read
  /// from any address.
  package func format(_ name: String) -> Format? {
    guard let bytes = bytes(name) else { return nil }
    var rest = bytes[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[(percent + 1)...].drop { "0123456789.:#+- ".utf8.contains($0) }
      switch rest.first {
      case UInt8(ascii: "s"), UInt8(ascii: "l"): return nil
      case UInt8(ascii: "'"): rest = rest.dropFirst(3)
      default: rest = rest.dropFirst()
      }
    }
    return Format(text: bytes.map { CChar(bitPattern: $0) } + [0], parts: Format.parts(of: bytes))
  }

  /// The capability with its parameters put in.
  package func expand(_ format: Format, _ first: Int, _ second: Int = 0) -> [UInt8] {
    guard let parts = format.parts, first >= 0, second >= 0 else {
      return evaluate(format, first, second)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for part in parts {
      switch part {
      case .byte(let byte): bytes.append(byte)
      case .number(let isSecond, let more):
        var divisor = 1
        let number = (isSecond ? second : first) + more
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
          bytes.append(UInt8(0x30 + number / divisor % 10))
          divisor /= 10
        }
      }
    }
    return bytes
  }

  /// The same as tiparm(3) works it out.
  package func evaluate(_ format: Format, _ first: Int, _ second: Int = 0) -> [UInt8] {
    inUse {
      terminfo_expand(format.text, Int32(clamping: first), Int32(clamping: second))
        .map {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map(UInt8.init(bitPattern:))
        }
        ?? []
    }
  }

  /// Whether the terminal has a capability.
  func flag(_ name: String) -> Bool {
    inUse { tigetflag(name) } > 0
  }

  /// A number; nil where there is none.
  func number(_ name: String) -> Int? {
    let value = inUse { tigetnum(name) }
    return value < 0 ? nil : Int(value)
  }
}

extension Terminfo.Format {
  /// Takes a capability apart that has nothing but `%i`, `%p1%d`, `%p2%d` and `%%` (terminfo(5)).
  fileprivate static func parts(of bytes: [UInt8]) -> [Part]? {
    var parts: [Part] = []
    var more = 0
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        parts.append(.byte(byte))
      } else if rest.starts(with: "%".utf8) {
        parts.append(.byte(byte))
        rest = rest.dropFirst()
      } else if rest.starts(with: "i".utf8) {
        more = 1
        rest = rest.dropFirst()
      } else if rest.starts(with: "p1%d".utf8) || rest.starts(with: "p2%d".utf8) {
        parts.append(.number(isSecond: rest.starts(with: "p2".utf8), more: more))
        rest = rest.dropFirst(4)
      } else {
        return nil
      }
    }
    return parts
  }
}
