import CLibrary

/// The state that `restoreAndDie` needs, where a signal handler can reach it.
enum CrashRestoration {
  /// Prepares the restoration; a crash then restores the terminal `descriptor`.
  static func arm(descriptor: Int32, bytes: [UInt8], settings: termios) {
    disarm()
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    crashBytes = UnsafePointer(copy)
    crashByteCount = bytes.count
    update(settings)
    // Set last: it tells the handler that the rest is ready.
    crashDescriptor = descriptor
  }

  /// Replaces the line settings to restore.
  static func update(_ settings: termios) {
    let fresh = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    fresh.initialize(to: settings)
    let old = crashSettings
    crashSettings = UnsafePointer(fresh)
    old?.deallocate()
  }

  /// Frees the state; a crash then leaves the terminal alone.
  static func disarm() {
    crashDescriptor = -1
    crashBytes?.deallocate()
    crashSettings?.deallocate()
    crashBytes = nil
    crashSettings = nil
  }
}
