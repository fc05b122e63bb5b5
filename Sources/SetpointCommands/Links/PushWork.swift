import DeviceFormats
import Diagnostics
import ScheduleModel

/// The work of `setpoint push`.
struct PushWork: Sendable {
  let options: ExportOptions
  /// Whether what is alike on several days is said cell by cell.
  let each: Bool
  let patience: Duration
  /// Whether a person is asked before something is written.
  let asks: Bool
  let replacesUnreadable: Bool

  /// Writes a schedule of a file to a device.
  func push(_ file: String, _ schedule: String?, _ link: LinkName) throws(Failure) {
    let opened = try OpenedSchedule(file, named: schedule)
    let work = DevicePush(
      visit: visit(link.shown, link), replacesUnreadable: replacesUnreadable, asks: asks)
    try end(
      try work.run(wanted(opened), approve: approve(link.shown), say: { Console.say($0) }))
  }

  /// Puts back what stood on a device.
  func undo(_ link: LinkName) throws(Failure) {
    let kept = try kept(link)
    let work = DevicePush(
      visit: visit(link.shown, link), replacesUnreadable: true, asks: asks, isUndo: true)
    try end(
      try work.run(
        { device throws(Failure) in try Self.wanted(kept, for: device) },
        approve: approve(link.shown), say: { Console.say($0) }))
  }

  func visit(_ title: String, _ link: LinkName, isAlone: Bool = true) -> DeviceVisit {
    DeviceVisit(
      title: title, link: link, patience: patience, each: each, showsProgress: isAlone)
  }

  func wanted(
    _ opened: OpenedSchedule, isAlone: Bool = true
  ) -> (LinkedDevice) throws(Failure) -> WantedProgram {
    { device throws(Failure) in
      try WantedProgram(opened, for: device, options, each: each, isAlone: isAlone)
    }
  }

  private func end(_ outcome: LinkOutcome) throws(Failure) {
    if outcome.status != .success { throw Failure(outcome.status) }
  }

  /// Shows what would change, and asks.
  private func approve(
    _ title: String
  ) -> (DeviceVisit.Comparison) throws(Failure) -> Bool {
    { before throws(Failure) in
      if before.difference?.cells.changes.isEmpty == false {
        Console.say("\(title): would change (held -> wanted):")
      }
      for line in Self.lines(before, each: each) { Console.say("\(title): \(line)") }
      let size = before.difference?.size ?? "the program"
      return !asks || Question.isAnsweredYes("Write \(size) to \(title)?")
    }
  }

  /// What a person should know before something is written.
  static func lines(_ before: DeviceVisit.Comparison, each: Bool) -> [String] {
    guard let difference = before.difference else {
      return before.program == nil
        ? ["it tells nothing of what it holds, and all is written"]
        : ["what it holds is no schedule, and is replaced"]
    }
    if difference.isEmpty { return ["is said to hold this already, which reading does not prove"] }
    return difference.lines(each: each)
  }
}

// MARK: What was kept

extension PushWork {
  private func kept(_ link: LinkName) throws(Failure) -> KeptProgram {
    guard let kept = try KeptProgram(for: link) else {
      throw Failure(
        .noInput, "\(link.shown): nothing is kept; no push from here wrote to this link")
    }
    return kept
  }

  /// The program that was kept, as the device takes it.
  private static func wanted(
    _ kept: KeptProgram, for device: LinkedDevice
  ) throws(Failure) -> WantedProgram {
    let format = try device.knownFormat()
    guard format.id == kept.format else {
      throw Failure(
        .problems, "\(kept.link.shown): what is kept is \(kept.format), and the device \(format.id)"
      )
    }
    let title = "what it held before"
    let unit = kept.unit
    return
      (try? WantedProgram(kept: kept.program, title: title, unit: unit, for: device, format))
      // What no schedule holds goes back as it came.
      ?? WantedProgram(kept: kept.program, title: title, unit: unit)
  }
}

// MARK: What would be sent

extension PushWork {
  /// Prints the requests that would write a schedule.
  func plan(_ file: String, _ schedule: String?, _ link: LinkName) throws(Failure) {
    let opened = try OpenedSchedule(file, named: schedule)
    let (requests, changes) = try requests(visit(link.shown, link), wanted(opened))
    for line in changes { Console.say("\(link.shown): \(line)") }
    for request in requests { Console.print(request) }
  }

  /// Prints the requests that would put back what was kept.
  func planUndo(_ link: LinkName) throws(Failure) {
    let kept = try kept(link)
    let (requests, _) = try requests(visit(link.shown, link)) { device throws(Failure) in
      try Self.wanted(kept, for: device)
    }
    for request in requests { Console.print(request) }
  }

  /// The requests for a device, and what was changed on the way to it.
  func requests(
    _ visit: DeviceVisit, _ wanted: (LinkedDevice) throws(Failure) -> WantedProgram
  ) throws(Failure) -> (requests: [String], changes: [String]) {
    let session = try visit.session()
    let device = try visit.about { () throws(LinkFailure) in try session.describe() }
    let wanted = try wanted(device)
    let requests = try visit.about { () throws(LinkFailure) in try session.plan(wanted.text) }
    return (requests, wanted.changes)
  }
}
