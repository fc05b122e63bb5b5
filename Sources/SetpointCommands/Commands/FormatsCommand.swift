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

  func run() throws {
    if let id {
      let format = try DeviceNames.format(id)
      Console.write(FormatsText.details(of: format), to: .output)
    } else {
      Console.write(FormatsText.table(), to: .output)
    }
  }
}
