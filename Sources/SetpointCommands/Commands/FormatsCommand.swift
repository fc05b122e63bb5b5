import ArgumentParser
import DeviceFormats

/// `setpoint formats`: lists the device formats and their limits.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the device formats and their limits.",
    discussion: """
      With an id, prints all that is known of the format and how to get an export onto the device.

      Example:
        setpoint formats radiotherm
      """)

  @Argument(help: "A format's id; all formats when left out.", completion: .formats)
  var id: String?

  @Option(help: "The form of the result.")
  var format = ResultFormat.text

  func run() throws {
    let named = try id.map(DeviceNames.format)
    switch format {
    case .json: Console.print(FormatResult.json(named.map { [$0] } ?? DeviceFormats.all))
    case .text:
      Console.write(named.map(FormatsText.details) ?? FormatsText.table(), to: .output)
    }
  }
}
