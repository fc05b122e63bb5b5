import ArgumentParser
import JSONText
import LinkProtocol
import Links
import Reporting
import ScheduleModel
import ScheduleRules

struct DriftCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Check whether a device still stores a schedule.",
    discussion: """
      Compares the schedule, as the device would store it, with the device. --all reads the devices file: \
      {"devices": [{"name": "hall", "link": "radiotherm://192.0.2.7", "file": "home.json"}]}.

      Example:
        setpoint drift home.json radiotherm://192.0.2.7
      """)
  static let exitStatus = "0 same, 1 different, 75 unreachable or not verified, 77 denied."

  @OptionGroup var visit: DeviceVisitOptions

  @Option(help: "Colours") var color = ColorChoice.auto

  @Option(help: .format) var format = ResultFormat.text

  func validate() throws {
    try refuse(if: visit.each && format != .text, "--each requires text output")
  }

  func run() throws {
    let options = try visit.options()
    let devices = try visit.all ? DeviceList.open(visit.devices).devices : [visit.target()]
    let fleet = Fleet(devices, options, jobs: visit.jobs)
    let outcomes = fleet.visit { _, transaction, _ throws(Failure) in try transaction.drift() }
    switch format {
    case .json:
      let elements = zip(devices, outcomes).map { $1.json(of: $0, isNamed: visit.all) }
      Console.print(.array(elements))
    case .text:
      let shown = fleet.lines(of: outcomes) { $0.difference?.lines(each: visit.each) ?? [] }
      let title = visit.all ? "differences" : "\(devices[0].name): differs"
      if !shown.isEmpty { Console.say("\(title) (wanted -> stored):") }
      for line in shown { Console.print(line) }
      if visit.all { fleet.printTable(of: outcomes) }
    }
    if outcomes.status != .success { throw Failure(outcomes.status) }
  }
}

extension LinkOutcome {
  /// The outcome for a device as JSON; `isNamed` if it has a name in a devices file.
  fileprivate func json(of device: DeviceList.Device, isNamed: Bool) -> JSONValue {
    [
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
    ]
  }
}
