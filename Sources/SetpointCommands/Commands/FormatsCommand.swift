import ArgumentParser
import DeviceFormats

/// `setpoint formats`: lists the device formats and their limits.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the device formats and their limits.",
    discussion: """
      With a name, prints the limits of the device and how to transfer an export to it. --to, --from and \
      --device accept the same names.

      Example:
        setpoint formats ct50
      """)

  @Argument(help: "A format, a device or an alias (default: all).", completion: .devices)
  var name: String?

  @Option(help: "The output format.")
  var format = ResultFormat.text

  func run() throws {
    let named = try name.map(DeviceChoice.init)
    switch format {
    case .json: Console.print(FormatResult.json(named.map { [$0.format] } ?? DeviceFormats.all))
    case .text:
      Console.write(
        named.map { FormatsText.details(of: $0.format, $0.profile) } ?? FormatsText.table(),
        to: .output)
    }
  }
}
