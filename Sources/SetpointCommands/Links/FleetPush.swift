import Diagnostics
import ScheduleModel

extension PushWork {
  /// What was done for a device, and what is said of it.
  private struct Done: Sendable {
    var outcome: LinkOutcome
    /// Whole lines for standard error.
    var said: [String] = []
    /// What would change; nil where nothing would be written.
    var change: Change?

    init(outcome: LinkOutcome, said: [String] = [], change: Change? = nil) {
      (self.outcome, self.said, self.change) = (outcome, said, change)
    }

    /// What is said of a device that could not be dealt with.
    init(_ failure: Failure, of device: DeviceList.Device, _ schedule: String?, _ said: [String]) {
      outcome = LinkOutcome(failure, of: device.name)
      outcome.schedule = schedule
      self.said = said + [failure.text]
    }
  }

  /// What a person is shown before it is written.
  private struct Change: Sendable {
    let lines: [String]
    /// What the device answered.
    let program: String?
    /// What it is to hold, in its own text.
    let wanted: String
  }

  /// Writes to all devices of a devices file: looks at all of them, asks once, writes.
  func push(_ devices: [DeviceList.Device], _ jobs: Int) throws(Failure) {
    var looked: [Int: Done] = [:]
    if asks {
      looked = look(devices, jobs)
      let count = looked.values.count { $0.change != nil }
      let isWanted =
        count > 0 && Question.isAnsweredYes("Write to \(count) of \(devices.count) devices?")
      guard isWanted else {
        var table = FleetTable()
        for (index, device) in devices.enumerated() {
          guard let done = looked[index] else { continue }
          var declined = LinkOutcome(.declined, .problems, done.outcome.difference)
          declined.schedule = done.outcome.schedule
          table.add(device, done.change == nil ? done.outcome : declined)
        }
        return try show(table)
      }
    }
    let seen = looked
    var table = FleetTable()
    Fleet.forEach(devices.count, jobs: jobs) { index in
      if let done = seen[index], done.change == nil { return Done(outcome: done.outcome) }
      return self.push(devices[index], expecting: seen[index]?.change)
    } emit: { index, done in
      for text in done.said { Console.write(text, to: .error) }
      table.add(devices[index], done.outcome)
    }
    try show(table)
  }

  private func show(_ table: FleetTable) throws(Failure) {
    Console.write(table.text, to: .output)
    if table.status != .success { throw Failure(table.status) }
  }

  /// Compares all devices and shows what would change.
  private func look(_ devices: [DeviceList.Device], _ jobs: Int) -> [Int: Done] {
    var all: [Int: Done] = [:]
    var lines = AlikeFiles()
    Fleet.forEach(devices.count, jobs: jobs) { index in
      self.look(devices[index])
    } emit: { index, done in
      for text in done.said { Console.write(text, to: .error) }
      lines.add(done.change?.lines ?? [], of: devices[index].name)
      all[index] = done
    }
    if !lines.lines(naming: true).isEmpty { Console.say("would change (held -> wanted):") }
    for line in lines.lines(naming: true) { Console.say(line) }
    return all
  }

  private func look(_ device: DeviceList.Device) -> Done {
    let visit = visit(device.name, device.link, isAlone: false)
    var said: [String] = []
    var name = device.schedule
    do throws(Failure) {
      let opened = try OpenedSchedule(device.file, named: device.schedule)
      name = opened.schedule.name
      let session = try visit.session()
      let before = try visit.compare(
        in: session, .writing, wanted(opened, isAlone: false), mayBeUnread: replacesUnreadable
      ) {
        said.append(Console.message($0))
      }
      var outcome = visit.outcome(of: before)
      outcome.schedule = opened.schedule.name
      if before.isProved { return Done(outcome: outcome, said: said) }
      let isOurs = before.program != nil && KeptProgram.isUnfinished(device.link)
      if before.difference == nil, !replacesUnreadable, !isOurs {
        said.append(before.refusal?.text ?? "")
        return Done(outcome: outcome, said: said)
      }
      return Done(
        outcome: outcome, said: said,
        change: Change(
          lines: before.wanted.changes + Self.lines(before, each: each), program: before.program,
          wanted: before.wanted.text))
    } catch {
      return Done(error, of: device, name, said)
    }
  }

  /// Writes to a device; not where it, or its file, holds something else by now than what a person was shown.
  private func push(_ device: DeviceList.Device, expecting change: Change?) -> Done {
    var said: [String] = []
    var name = device.schedule
    do throws(Failure) {
      let opened = try OpenedSchedule(device.file, named: device.schedule)
      name = opened.schedule.name
      let work = DevicePush(
        visit: visit(device.name, device.link, isAlone: false),
        replacesUnreadable: replacesUnreadable)
      var outcome = try work.run(wanted(opened, isAlone: false)) { before throws(Failure) in
        guard let change else {
          for line in Self.lines(before, each: each) {
            said.append(Console.message("\(device.name): \(line)"))
          }
          return true
        }
        for (isSame, what) in [
          (before.program == change.program, "it"),
          (before.wanted.text == change.wanted, device.file),
        ] where !isSame {
          throw Failure(
            .notProved, "\(device.name): \(what) was changed meanwhile; nothing was written")
        }
        return true
      } say: {
        said.append(Console.message($0))
      }
      outcome.schedule = name
      return Done(outcome: outcome, said: said)
    } catch {
      return Done(error, of: device, name, said)
    }
  }

  /// Prints the requests for all devices of a devices file, below their names.
  func plan(_ devices: [DeviceList.Device], _ jobs: Int) throws(Failure) {
    var worst = ExitStatus.success
    Fleet.forEach(devices.count, jobs: jobs) {
      index -> Result<(requests: [String], changes: [String]), Failure> in
      let device = devices[index]
      return Result { () throws(Failure) in
        let opened = try OpenedSchedule(device.file, named: device.schedule)
        let visit = visit(device.name, device.link, isAlone: false)
        return try requests(visit, wanted(opened, isAlone: false))
      }
    } emit: { index, result in
      do throws(Failure) {
        let (requests, changes) = try result.get()
        for line in changes { Console.say("\(devices[index].name): \(line)") }
        Console.print("\(devices[index].name.printable):")
        for request in requests { Console.print(request) }
      } catch {
        Console.write(error.text, to: .error)
        worst = max(worst, error.status)
      }
    }
    if worst != .success { throw Failure(worst) }
  }
}
