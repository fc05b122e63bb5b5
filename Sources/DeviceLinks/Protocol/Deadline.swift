import CLibrary

/// The end of a wait.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) { end = .now + duration }

  var rest: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

  /// The remaining milliseconds, rounded up; 0 if it has passed.
  var milliseconds: Int32 {
    let (seconds, fraction) = rest.components
    return Int32(
      clamping: seconds * 1000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  var hasPassed: Bool { rest == .zero }

  func sleep() {
    while !hasPassed { poll(nil, 0, milliseconds) }
  }

  /// Waits until a descriptor is ready; returns false when the time is up.
  func waits(for file: Int32, _ events: Int32) -> Bool {
    while true {
      var polled = pollfd(fd: file, events: Int16(events), revents: 0)
      let count = poll(&polled, 1, milliseconds)
      if count > 0 { return true }
      if count == 0 && hasPassed || count < 0 && errno != EINTR { return false }
    }
  }
}
