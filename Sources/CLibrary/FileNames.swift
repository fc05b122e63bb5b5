// File names are bytes and need not be UTF-8. In a `String`, an invalid byte is a scalar at the end of the last private
// plane, U+10FF00 plus the byte. The functions below shadow the system's for `String` and convert the bytes back.

extension String {
  package init(fileName bytes: some Collection<UInt8>) {
    // Most names are UTF-8 without such scalars.
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

  /// Decodes the file name at `pointer`.
  package init(fileName pointer: UnsafePointer<CChar>) {
    self.init(fileName: UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
  }

  package var fileNameBytes: [UInt8] {
    unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = scalar.fileNameByte {
        bytes.append(byte)
      } else {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  /// Whether the name contains bytes that are not UTF-8: it can name a file, but is not text.
  package var holdsBytes: Bool {
    mayHoldBytes && unicodeScalars.contains { $0.fileNameByte != nil }
  }

  /// Whether the name may contain such a scalar: tests for the first byte of its UTF-8 form.
  private var mayHoldBytes: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, 0xF4, bytes.count) != nil } ?? false
    } ?? utf8.contains(0xF4)
  }

  /// Whether the name starts with these bytes. `hasPrefix` compares characters, which a combining mark changes.
  package func hasBytes(atStart start: String) -> Bool { utf8.starts(with: start.utf8) }

  package func hasBytes(atEnd end: String) -> Bool {
    utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  /// Calls `body` with the NUL-terminated bytes of the file name.
  package func withFileName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard mayHoldBytes else { return withCString(body) }
    return (fileNameBytes + [0]).withUnsafeBytes {
      $0.assumingMemoryBound(to: CChar.self).baseAddress.map(body) ?? body("")
    }
  }
}

extension Unicode.Scalar {
  /// The byte that the scalar represents in a file name.
  fileprivate var fileNameByte: UInt8? {
    (0x10FF80...0x10FFFF).contains(value) ? UInt8(value & 0xFF) : nil
  }
}

extension CommandLine {
  /// The command-line arguments, decoded like file names.
  package static var names: [String] {
    (0..<Int(argc)).compactMap { unsafeArgv[$0].map { String(fileName: UnsafePointer($0)) } }
  }
}

package func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  path.withFileName { open($0, flags, mode) }
}

@discardableResult
package func stat(_ path: String, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  path.withFileName { stat($0, status) }
}

package func lstat(_ path: String, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  path.withFileName { lstat($0, status) }
}

package func readlink(_ path: String, _ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int {
  path.withFileName { readlink($0, buffer, size) }
}

/// The absolute path without links; nil if it does not exist.
package func realpath(_ path: String) -> String? {
  guard let resolved = path.withFileName({ realpath($0, nil) }) else { return nil }
  defer { free(resolved) }
  return String(fileName: resolved)
}

package func rename(_ old: String, _ new: String) -> Int32 {
  old.withFileName { old in new.withFileName { rename(old, $0) } }
}

package func exchangeNames(_ first: String, _ second: String) -> Int32 {
  first.withFileName { first in second.withFileName { names_exchange(first, $0) } }
}

package func link(_ old: String, _ new: String) -> Int32 {
  old.withFileName { old in new.withFileName { link(old, $0) } }
}

@discardableResult
package func unlink(_ path: String) -> Int32 { path.withFileName { unlink($0) } }

@discardableResult
package func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
  path.withFileName { mkdir($0, mode) }
}

#if os(Linux)
  package func opendir(_ path: String) -> OpaquePointer? { path.withFileName { opendir($0) } }
#endif
