import CNcurses
import Synchronization

/// The description of a terminal type in the terminfo database.
package final class Terminfo {
  private let description: UnsafeMutableRawPointer
  /// ncurses has one current description and one expansion buffer per process.
  private static let library = Mutex(())

  /// Looks up `type`.
  ///
  /// `output` is the terminal's descriptor, or -1 without a terminal.
  /// - Throws: `TerminalError` if the type is unknown or cannot move its cursor.
  package init(type: String, output: Int32) throws(TerminalError) {
    let opened = Self.library.withLock { _ in UInt(bitPattern: terminfo_open(type, output)) }
    guard let description = UnsafeMutableRawPointer(bitPattern: opened) else {
      throw .typeIsUnknown(type)
    }
    self.description = description
    guard format("cup") != nil, bytes("clear") != nil else { throw .typeIsTooSimple(type) }
  }

  /// The number of colours of a terminal type; nil if the type is unknown.
  package static func colorCount(ofType type: String) -> Int? {
    guard let terminfo = try? Terminfo(type: type, output: -1) else { return nil }
    return terminfo.number("colors") ?? 0
  }

  deinit {
    inUse { terminfo_close(description) }
  }

  /// Calls `body` while this description is the current one.
  private func inUse<Result: Sendable>(_ body: () -> Result) -> Result {
    Self.library.withLock { _ in
      terminfo_use(description)
      return body()
    }
  }

  /// The bytes of a capability without parameters, by its terminfo name such as `rmcup`.
  ///
  /// Padding, written `$<5>`, is removed: terminals that need it are gone, and the crash handler cannot wait.
  func bytes(_ name: String) -> [UInt8]? {
    guard let value = inUse({ terminfo_string(name).map { String(cString: $0) } }) else {
      return nil
    }
    var bytes = Array(value.utf8)
    while let start = bytes.firstRange(of: Array("$<".utf8))?.lowerBound,
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    {
      bytes.removeSubrange(start...end)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// A capability with numeric parameters; nil if it needs strings, which would be read from any address.
  func format(_ name: String) -> [CChar]? {
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
    return bytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// Expands a capability with tiparm(3).
  func expand(_ format: [CChar], _ first: Int, _ second: Int = 0) -> [UInt8] {
    inUse {
      terminfo_expand(format, Int32(clamping: first), Int32(clamping: second))
        .map { Array(String(cString: $0).utf8) } ?? []
    }
  }

  func flag(_ name: String) -> Bool { inUse { tigetflag(name) } > 0 }

  /// A numeric capability; nil if there is none.
  func number(_ name: String) -> Int? {
    let value = inUse { tigetnum(name) }
    return value < 0 ? nil : Int(value)
  }
}
