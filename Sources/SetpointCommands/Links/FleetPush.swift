import Diagnostics
import ScheduleModel

extension PushWork {
  /// What was done for a device, and what is said of it.
  private struct Done: Sendable {
    var outcome: LinkOutcome
    /// Whole lines for standard error.
    var said: [String] = []
    /// What would change, and what the device answered; nil where nothing would be written.
    var change: (lines: [String], program: String?)?
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
          let declined = LinkOutcome(.declined, .problems, done.outcome.difference)
          table.add(device, done.change == nil ? done.outcome : declined)
        }
        return try show(table)
      }
    }
    let seen = looked
    var table = FleetTable()
    Fleet.forEach(devices.count, jobs: jobs) { index in
      if let done = seen[index], done.change == nil { return Done(outcome: done.outcome) }
      return self.push(devices[index], expecting: seen[index]?.change.map(\.program))
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
    for line in lines.lines(naming: true) { Console.say(line) }
    return all
  }

  private func look(_ device: DeviceList.Device) -> Done {
    let visit = visit(device.name, device.link, isAlone: false)
    var said: [String] = []
    do throws(Failure) {
      let opened = try OpenedSchedule(device.file, named: device.schedule)
      let session = try visit.session()
      let before = try visit.compare(
        in: session, .writing, wanted(opened), mayBeUnread: replacesUnreadable
      ) {
        said.append(Console.message($0))
      }
      var outcome = visit.outcome(of: before)
      outcome.schedule = opened.schedule.name
      if before.isProved { return Done(outcome: outcome, said: said) }
      if before.difference == nil, !replacesUnreadable {
        said.append(before.refusal?.text ?? "")
        return Done(outcome: outcome, said: said)
      }
      return Done(
        outcome: outcome, said: said,
        change: (Self.lines(before, each: each), before.program))
    } catch {
      return Done(outcome: LinkOutcome(error, of: device.name), said: said + [error.text])
    }
  }

  /// Writes to a device; not where it holds something else by now than what was `expecting`.
  private func push(_ device: DeviceList.Device, expecting program: String??) -> Done {
    var said: [String] = []
    do throws(Failure) {
      let opened = try OpenedSchedule(device.file, named: device.schedule)
      let work = DevicePush(
        visit: visit(device.name, device.link, isAlone: false),
        replacesUnreadable: replacesUnreadable)
      var outcome = try work.run(wanted(opened)) { before throws(Failure) in
        guard let program else {
          for line in Self.lines(before, each: each) {
            said.append(Console.message("\(device.name): \(line)"))
          }
          return true
        }
        guard before.program == program else {
          throw Failure(.notProved, "\(device.name): it was changed meanwhile; nothing was written")
        }
        return true
      } say: {
        said.append(Console.message($0))
      }
      outcome.schedule = opened.schedule.name
      return Done(outcome: outcome, said: said)
    } catch {
      return Done(outcome: LinkOutcome(error, of: device.name), said: said + [error.text])
    }
  }

  /// Prints the requests for all devices of a devices file, below their names.
  func plan(_ devices: [DeviceList.Device], _ jobs: Int) throws(Failure) {
    var worst = ExitStatus.success
    Fleet.forEach(devices.count, jobs: jobs) { index -> Result<[String], Failure> in
      let device = devices[index]
      return Result { () throws(Failure) in
        let opened = try OpenedSchedule(device.file, named: device.schedule)
        let visit = visit(device.name, device.link, isAlone: false)
        return try requests(visit, wanted(opened)).requests
      }
    } emit: { index, result in
      do throws(Failure) {
        let requests = try result.get()
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
