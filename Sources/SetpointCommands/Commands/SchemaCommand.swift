import ArgumentParser
import ScheduleRules

/// `setpoint schema`: prints the JSON Schema of schedule files.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of the file format, for editors.",
    discussion: """
      Draft 2020-12. What it rejects, `setpoint validate` rejects; rules about several cells are in \
      `setpoint validate` alone.

      Example:
        setpoint schema > schedule.schema.json
      """)

  func run() {
    Console.write(ScheduleSchema.text, to: .output)
  }
}
