// The names of files are bytes, which need not be UTF-8. A `String` holds them all the same: a byte that is
// part of no character stands in it as a scalar at the end of the last private plane, U+10FF00 and the
// byte. The functions here, which a name in a `String` prefers to the system's, put the bytes back.

extension String {
  /// The name that the system has in these bytes.
  public init(fileName bytes: some Collection<UInt8>) {
    // Most names are UTF-8, without such scalars of their own.
    if let name = String(validating: bytes, as: UTF8.self), !name.mayHoldBytes {
      self = name
      return
    }
    self = ""
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      if let character = String(validating: rest.prefix(length), as: UTF8.self),
        character.unicodeScalars.first?.fileNameByte == nil
      {
        self += character
        rest = rest.dropFirst(length)
      } else {
        unicodeScalars.append(Unicode.Scalar(0x10FF00 + UInt32(first)) ?? "?")
        rest = rest.dropFirst()
      }
    }
  }

  /// The name that the system has at `pointer`.
  public init(fileName pointer: UnsafePointer<CChar>) {
    if let name = String(validatingCString: pointer), !name.mayHoldBytes {
      self = name
      return
    }
    let count = strlen(pointer)
    self = pointer.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(fileName: UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// The bytes that the system has for the name.
  public var fileNameBytes: [UInt8] {
    unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = scalar.fileNameByte {
        bytes.append(byte)
      } else {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  /// Whether a byte stands in it that is part of no character: it may name a file, and is no text.
  public var holdsBytes: Bool { mayHoldBytes && unicodeScalars.contains { $0.fileNameByte != nil } }

  /// Whether a byte may stand in it as a scalar: the first byte of such a scalar in UTF-8 does.
  private var mayHoldBytes: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, 0xF4, bytes.count) != nil } ?? false
    } ?? utf8.contains(0xF4)
  }

  /// Whether the name begins with these bytes. `hasPrefix` compares characters, and a mark behind a slash or
  /// a dot makes one with it.
  public func hasBytes(atStart start: String) -> Bool { utf8.starts(with: start.utf8) }

  /// Whether the name ends with these bytes.
  public func hasBytes(atEnd end: String) -> Bool {
    utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  /// Calls `body` with the bytes that the system has for the name, and a NUL behind them.
  public func withFileName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard mayHoldBytes else { return withCString(body) }
    return (fileNameBytes + [0]).withUnsafeBytes {
      $0.assumingMemoryBound(to: CChar.self).baseAddress.map(body) ?? body("")
    }
  }
}

extension Unicode.Scalar {
  /// The byte that the scalar stands for in the name of a file.
  fileprivate var fileNameByte: UInt8? {
    (0x10FF80...0x10FFFF).contains(value) ? UInt8(value & 0xFF) : nil
  }
}

extension CommandLine {
  /// The arguments, those that are no UTF-8 as the names of files.
  public static var names: [String] {
    (0..<Int(argc)).compactMap { unsafeArgv[$0].map { String(fileName: UnsafePointer($0)) } }
  }
}

// MARK: The system's functions

/// As open(2).
@discardableResult
public func open(_ path: String, _ flags: Int32) -> Int32 {
  path.withFileName { open($0, flags) }
}

/// As open(2).
@discardableResult
public func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  path.withFileName { open($0, flags, mode) }
}

/// As stat(2).
@discardableResult
public func stat(_ path: String, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  path.withFileName { stat($0, status) }
}

/// As lstat(2).
@discardableResult
public func lstat(_ path: String, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  path.withFileName { lstat($0, status) }
}

/// As readlink(2).
@discardableResult
public func readlink(_ path: String, _ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int {
  path.withFileName { readlink($0, buffer, size) }
}

/// As realpath(3).
@discardableResult
public func realpath(_ path: String, _ buffer: UnsafeMutablePointer<CChar>?)
  -> UnsafeMutablePointer<CChar>?
{
  path.withFileName { realpath($0, buffer) }
}

/// As rename(2).
@discardableResult
public func rename(_ old: String, _ new: String) -> Int32 {
  old.withFileName { old in new.withFileName { rename(old, $0) } }
}

/// Exchanges two names, as `names_exchange` does.
@discardableResult
public func exchangeNames(_ first: String, _ second: String) -> Int32 {
  first.withFileName { first in second.withFileName { names_exchange(first, $0) } }
}

/// As link(2).
@discardableResult
public func link(_ old: String, _ new: String) -> Int32 {
  old.withFileName { old in new.withFileName { link(old, $0) } }
}

/// As unlink(2).
@discardableResult
public func unlink(_ path: String) -> Int32 { path.withFileName { unlink($0) } }

/// As mkdir(2).
@discardableResult
public func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
  path.withFileName { mkdir($0, mode) }
}

#if os(Linux)
  /// As opendir(3).
  @discardableResult
  public func opendir(_ path: String) -> OpaquePointer? { path.withFileName { opendir($0) } }
#endif
