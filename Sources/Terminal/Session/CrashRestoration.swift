import CLibrary

/// Keeps what `restoreAndDie` needs where a signal handler can reach it.
enum CrashRestoration {
  /// Prepares everything in advance; a crash from now on gives `descriptor` back.
  static func arm(descriptor: Int32, bytes: [UInt8], settings: termios) {
    disarm()
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    crashBytes = UnsafePointer(copy)
    crashByteCount = bytes.count
    update(settings)
    // Last: the handler takes this for the sign that the rest is in place.
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

  /// Leaves the terminal to whoever has it, until `rearm`; for the time of a suspension.
  static func pause() { crashDescriptor = -1 }

  /// Takes up again after `pause`.
  static func rearm(descriptor: Int32) { crashDescriptor = descriptor }

  /// Gives the memory back; a crash no longer touches the terminal.
  static func disarm() {
    crashDescriptor = -1
    crashBytes?.deallocate()
    crashSettings?.deallocate()
    crashBytes = nil
    crashSettings = nil
  }
}
