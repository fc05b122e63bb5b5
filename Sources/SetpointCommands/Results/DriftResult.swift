import ScheduleRules
import JSONText
import LinkProtocol
import ScheduleModel

/// The JSON output of `setpoint drift`.
enum DriftResult {
  /// The outcome for a device; `name` is that in a devices file.
  static func json(
    _ outcome: LinkOutcome, name: String?, _ link: DeviceAddress, _ file: String,
    _ schedule: String?
  ) -> JSONValue {
    .object([
      "name": .optional(name), "link": .string(link.shown), "file": .string(file),
      "schedule": .optional(outcome.schedule ?? schedule), "result": .string(outcome.word.rawValue),
      "status": .integer(Int(outcome.status.rawValue)), "message": .optional(outcome.reason),
      "notes": .strings(outcome.notes),
      "sentences": .strings(outcome.difference?.sentences ?? []),
      "cells": .array(
        (outcome.difference?.cells.changes ?? []).map { change in
          .object(
            CellResult.members(of: change.cell) + [
              .init("wanted", change.old.json), .init("held", change.new.json),
            ])
        }),
    ])
  }
}
