import ArgumentParser

/// `setpoint schema`: prints the JSON Schemas of files and of results.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a file or of a result.",
    discussion: """
      Draft 2020-12. What the schema of a file rejects, setpoint rejects; rules about several cells are \
      in `setpoint validate` alone. A file may name its schema in a member "$schema", for editors.

      Examples:
        setpoint schema > schedule.schema.json
        setpoint schema now
      """)

  @Argument(help: "A kind of file, or a command that prints JSON.")
  var kind = SchemaKind.schedule

  func run() {
    Console.write(kind.text, to: .output)
  }
}
