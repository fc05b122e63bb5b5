import ArgumentParser
import DeviceFormats
import ScheduleModel

/// `setpoint pull`: reads what a device holds into a schedule file.
struct PullCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Read what a device holds into a schedule file.",
    discussion: """
      A link names the device: radiotherm://HOST, ha://HOST/schedule.NAME (has:// with TLS), \
      bacnet://HOST/DEVICE/schedule/N[,M], mqtt://HOST/BASE/NAME?kind=ID (mqtts:// with TLS). What it \
      answers is read as `setpoint import` reads a file, with the same options and refusals. The \
      program setpoint-link, which knows the wires, has to be installed.

      No password and no token stands in a link: ~/.netrc, HASS_TOKEN or HASS_TOKEN_FILE has them.

      Exit status 75 when the device could not be read, 77 when it refused who asked.

      Example:
        setpoint pull radiotherm://192.0.2.7 -o home.json
      """)

  @Argument(help: "The device.", completion: .links)
  var link: String

  @OptionGroup var target: ImportTarget

  @OptionGroup var device: ImportOptionGroup

  @OptionGroup var patience: PatienceOption

  @OptionGroup var color: ColorOption

  func run() throws {
    let link = try LinkName.typed(link)
    let visit = DeviceVisit(
      title: link.shown, link: link, patience: patience.patience, each: false)
    let (held, program) = try read(visit)
    var device = device
    device.deviceKind = device.deviceKind ?? held.kind
    if let own = held.unit {
      if let unit = device.fileUnit, unit != own {
        throw Failure(.usage, "the device is set to \(own.symbol), not to \(unit.symbol)")
      }
      device.fileUnit = own
    }
    let work = DeviceImport(
      inputs: [DeviceInput(file: link.shown, bytes: Array(program.utf8))],
      reader: try held.knownFormat(), device: device, unreadable: .notProved)
    try work.save(to: target)
    if !held.isVerifiable {
      Console.say("\(link.shown): \(DeviceVisit.notVerifiable)")
    }
  }

  private func read(_ visit: DeviceVisit) throws(Failure) -> (LinkedDevice, String) {
    let session = try visit.session()
    let read = try visit.about { () throws(LinkFailure) in try session.read() }
    for note in session.notes { Console.say("\(visit.title): \(note)") }
    return read
  }
}
