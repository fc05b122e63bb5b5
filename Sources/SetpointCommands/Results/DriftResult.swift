import ScheduleRules
import JSONText
import ScheduleModel

/// What `setpoint drift` prints as JSON.
enum DriftResult {
  private typealias Parts = SchemaParts

  /// How it went with a device; `name` is that of a devices file.
  static func json(
    _ outcome: LinkOutcome, name: String?, _ link: LinkName, _ file: String, _ schedule: String?
  ) -> JSONValue {
    .object([
      "name": .optional(name), "link": .string(link.shown), "file": .string(file),
      "schedule": .optional(outcome.schedule ?? schedule), "result": .string(outcome.word.rawValue),
      "status": .integer(Int(outcome.status.rawValue)), "message": .optional(outcome.reason),
      "notes": Parts.strings(outcome.notes),
      "sentences": Parts.strings(outcome.difference?.sentences ?? []),
      "cells": .array(
        (outcome.difference?.cells.changes ?? []).map { change in
          .object(
            CellResult.members(of: change.cell) + [
              .init("wanted", change.old.json), .init("held", change.new.json),
            ])
        }),
    ])
  }

  static let schema = Parts.array(
    of: Parts.object([
      (
        "name",
        Parts.type(
          "string", "null", description: "The device's name in the devices file; null without one.")
      ),
      ("link", Parts.type("string", description: "Without what stands behind a question mark.")),
      ("file", Parts.type("string")), ("schedule", Parts.type("string", "null")),
      (
        "result",
        Parts.oneOf(
          [.same, .differs, .unproved, .failed].map { (word: LinkOutcome.Word) in word.rawValue },
          "unproved: nothing tells what it holds; failed: not read, or the schedule is refused.")
      ),
      ("status", Parts.number("integer", in: 0...77, "The exit status of this device alone.")),
      ("message", Parts.type("string", "null", description: "Why it is unproved or failed.")),
      (
        "notes",
        Parts.array(of: Parts.type("string"), "What is no difference: a setpoint that is held.")
      ),
      (
        "sentences",
        Parts.array(of: Parts.type("string"), "Differences that are no cell's.")
      ),
      (
        "cells",
        Parts.array(
          of: Parts.object(
            CellResult.memberSchemas + [("wanted", CellResult.value), ("held", CellResult.value)],
            "A cell that differs, in the scale of the file."))
      ),
    ]))
}
