import ScheduleRules
import ArgumentParser
import Diagnostics
import JSONText
import LinkProtocol
import ScheduleModel

/// `setpoint drift`: reports whether a device still stores a schedule.
struct DriftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Check whether a device still stores a schedule.",
    discussion: """
      Compares the schedule, as the device would store it, with the device. --all reads the devices file: \
      {"devices": [{"name": "hall", "link": "radiotherm://192.0.2.7", "file": "home.json"}]}.

      Exit status: 0 same, 1 different, 75 unreachable or unproved, 77 denied.

      Example:
        setpoint drift home.json radiotherm://192.0.2.7
      """)

  @OptionGroup var visit: DeviceVisitOptions

  @Option(help: "The output format.")
  var format = ResultFormat.text

  func validate() throws {
    try visit.requireDevice()
    try refuse(if: visit.words.each && format != .text, "--each requires text output")
  }

  func run() throws {
    let options = try visit.options()
    if visit.all { return try runAll(options) }
    guard let file = visit.file, let link = visit.link else { return }
    let name = try DeviceAddress.typed(link, after: file)
    let device = DeviceList.Device(
      name: name.shown, link: name, file: file, schedule: visit.schedule.schedule,
      due: visit.due.due)
    let outcome = device.drift(options) { Console.write($0, to: .error) }
    switch format {
    case .json:
      Console.print(.array([outcome.json(of: device)]))
    case .text:
      if outcome.difference?.cells.isEmpty == false {
        Console.say("\(name.shown): differs (wanted -> stored):")
      }
      for line in outcome.difference?.lines(each: visit.words.each) ?? [] { Console.print(line) }
    }
    if outcome.status != .success { throw Failure(outcome.status) }
  }

  private func runAll(_ options: LinkOptions) throws {
    let devices = try DeviceList.open(visit.devices).devices
    var table = FleetTable()
    var lines = AlikeFiles()
    var elements: [JSONValue] = []
    Fleet.forEach(devices.count, jobs: visit.jobs ?? Fleet.usualJobs) { index in
      let said = SaidLines()
      return (devices[index].drift(options, write: said.add), said)
    } emit: { index, result in
      result.1.print()
      let device = devices[index]
      table.add(device, result.0)
      lines.add(result.0.difference?.lines(each: visit.words.each) ?? [], of: device.name.printable)
      elements.append(result.0.json(of: device, isNamed: true))
    }
    switch format {
    case .json: Console.print(.array(elements))
    case .text:
      if !lines.lines(naming: true).isEmpty { Console.say("differences (wanted -> stored):") }
      for line in lines.lines(naming: true) { Console.print(line) }
      Console.print(table.text.dropLast().description)
    }
    if table.status != .success { throw Failure(table.status) }
  }
}

extension LinkOutcome {
  /// The outcome for a device as JSON; `isNamed` if it has a name in a devices file.
  fileprivate func json(of device: DeviceList.Device, isNamed: Bool = false) -> JSONValue {
    .object([
      "name": .optional(isNamed ? device.name : nil), "link": .string(device.link.shown),
      "file": .string(device.file), "schedule": .optional(schedule ?? device.schedule),
      "result": .string(word.rawValue), "status": .integer(Int(status.rawValue)),
      "message": .optional(reason), "notes": .strings(notes),
      "sentences": .strings(difference?.sentences ?? []),
      "cells": .array(
        (difference?.cells ?? []).map { change in
          .object(
            change.cell.members + [
              .init("wanted", change.old.json), .init("held", change.new.json),
            ])
        }),
    ])
  }
}
