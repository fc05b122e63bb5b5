import ArgumentParser
import DeviceFormats
import LinkProtocol
import Links
import Reporting
import ScheduleFiles

struct PullCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Read a device's program into a schedule file.",
    discussion: """
      Addresses: radiotherm://HOST[/heat], ha://HOST/schedule.NAME (has:// with TLS), bacnet://HOST/DEVICE/schedule/N[,M], \
      mqtt://HOST/BASE/NAME?kind=ID (mqtts:// with TLS). Secrets are in ~/.netrc, or HASS_TOKEN and HASS_SERVER.

      Example:
        setpoint pull radiotherm://192.0.2.7 -o home.json
      """)
  static let exitStatus = "1 not a schedule, 66 not found, 75 unreachable, 77 denied."

  @Argument(help: ArgumentHelp("The device.", valueName: "address"), completion: .links)
  var link: String

  @OptionGroup var target: ImportTarget

  @OptionGroup var device: ImportOptionGroup

  @Option(help: .timeout, transform: Int.typed(1...600, of: "seconds")) var timeout = 30

  @Option(help: "Colours") var color = ColorChoice.auto

  func run() throws {
    let address = try DeviceAddress.typed(
      link, of: device.device ?? DocumentFile.device(in: target.into, schedule: target.schedule))
    try address.refuse(otherDevice: device.device, title: address.shown)
    // Refuse before the device is asked.
    try target.file(notOver: []).check()
    if let path = target.into, path != "-" {
      _ = try DocumentFile.open(path).scheduleIndex(named: target.schedule)
    }
    if let path = device.missingFrom, path != "-" { _ = try DocumentFile.open(path) }
    let (held, read): (LinkedDevice, ReadProgram)
    do throws(LinkFailure) {
      (held, read) = try LinkProcess.readProgram(
        of: address, patience: .seconds(timeout), progress: Progress())
    } catch {
      throw Failure(error).about(device: address.shown)
    }
    for note in read.notes { Console.say("\(address.shown): \(note)") }
    var device = device
    device.device = device.device ?? held.kind
    let given = device.fileUnit
    device.fileUnit = try Failure.about(device: address.shown, try held.unit(agreeingWith: given))
    guard device.fileUnit != nil else {
      throw Failure(
        .notProved,
        "\(address.shown): the unit of its program is unknown; pass the device's unit, --file-unit C or "
          + "--file-unit F")
    }
    // The last part of other addresses is not a name.
    let name = address.scheme.format == "zigbee2mqtt" ? address.path.last : nil
    let work = DeviceImport(
      inputs: [DeviceInput(file: address.shown, bytes: Array(read.program.utf8))],
      format: try held.knownFormat(), device: device,
      path: target.output == "-" ? name : target.output ?? name,
      named: address.kind.flatMap { DeviceFormats.device(named: $0)?.profile },
      unreadable: .problems)
    try work.save(to: target)
    if !held.isVerifiable { Console.say("\(address.shown): \(DeviceTransaction.notVerifiable)") }
  }
}
