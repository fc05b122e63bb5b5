import CLibrary

/// A message before a signal ends the program.
package enum LastWords {
  /// Writes to standard error without blocking: do not delay termination.
  package static func say(_ text: String) {
    let bytes = Array(text.utf8)
    withoutBrokenPipeSignal { _ = bytes.withUnsafeBytes { writePatiently($0, to: 2) } }
  }
}
