import CLibrary

/// What a program says when a signal ends it.
package enum LastWords {
  /// Writes to standard error, unless nobody takes it: whoever ends a program shall not wait for it.
  package static func say(_ text: String) {
    let bytes = Array(text.utf8)
    withoutBrokenPipeSignal { _ = bytes.withUnsafeBytes { writePatiently($0, to: 2) } }
  }
}
