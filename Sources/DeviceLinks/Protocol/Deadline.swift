import CLibrary

/// A moment at which waiting ends.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) { end = .now + duration }

  /// The time that is left.
  var rest: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

  /// The milliseconds that are left, rounded up; 0 when it has passed.
  var milliseconds: Int32 {
    let (seconds, fraction) = rest.components
    return Int32(
      clamping: seconds * 1000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Whether it has passed.
  var hasPassed: Bool { rest == .zero }

  /// Waits for it.
  func sleep() {
    while !hasPassed { poll(nil, 0, milliseconds) }
  }

  /// Waits until a descriptor is ready; returns whether it is.
  func waits(for file: Int32, _ events: Int32) -> Bool {
    while true {
      var polled = pollfd(fd: file, events: Int16(events), revents: 0)
      let count = poll(&polled, 1, milliseconds)
      if count > 0 { return true }
      if count == 0 && hasPassed || count < 0 && errno != EINTR { return false }
    }
  }
}
