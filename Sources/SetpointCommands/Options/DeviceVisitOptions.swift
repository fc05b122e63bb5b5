import ArgumentParser
import DeviceFormats
import LinkProtocol
import Links
import Reporting
import ScheduleFiles

/// The options of commands that compare schedules with one device, or with all of a devices file.
struct DeviceVisitOptions: ParsableArguments {
  @Argument(document: "The schedule file, or -") var file: String?

  @Argument(help: ArgumentHelp("The device.", valueName: "address"), completion: .links)
  var link: String?

  @Option(parsing: .unconditional, help: .schedule, completion: .schedules) var schedule: String?
  @Flag(help: .due) var due = false

  @Flag(help: "Every device of the devices file.")
  var all = false

  @Option(help: "The devices file (default: .setpoint-devices.json).", completion: .file())
  var devices: String?

  @Option(
    help: "With --all: devices at a time (default: 4).", transform: Int.typed(1...32))
  var jobs: Int?

  @Flag(help: .each) var each = false

  @OptionGroup var fit: DeviceFitOptions

  @Option(help: .timeout, transform: Int.typed(1...600, of: "seconds")) var timeout = 30

  func validate() throws {
    try refuse(due: due, with: schedule)
    try refuse(if: !all && (devices != nil || jobs != nil), "--devices and --jobs require --all")
    try refuse(
      if: all && (file != nil || schedule != nil || due),
      "--all reads files and schedules from the devices file")
  }

  /// The only device, by the arguments; without a file, for the default document.
  func target() throws(Failure) -> DeviceList.Device {
    let isAlone = link == nil && file?.contains("://") == true
    guard let link = isAlone ? file : link, let file = isAlone ? Folder.defaultDocument : file
    else {
      throw Failure(
        .usage, "expected a device address after the file, such as radiotherm://192.0.2.7, or --all"
      )
    }
    let address = try DeviceAddress.typed(
      link, of: fit.device ?? DocumentFile.device(in: file, schedule: schedule, due: due),
      after: file)
    if isAlone { Console.say("\(address.shown): using your default document, \(file)") }
    return DeviceList.Device(
      name: address.shown, link: address, file: file, schedule: schedule, due: due)
  }

  func options() throws(Failure) -> LinkOptions {
    var export = fit.options
    export.kind = try DeviceChoice(nil, device: fit.device)?.kind
    return LinkOptions(
      export: export, each: each, device: fit.device, patience: .seconds(timeout),
      isAlone: !all)
  }
}

extension DeviceAddress {
  /// Parses an address after the name of a file; see `init(_:device:)`.
  static func typed(
    _ text: String, of device: @autoclosure () -> String?, after file: String? = nil
  ) throws(Failure) -> DeviceAddress {
    do throws(LinkFailure) {
      return try DeviceAddress(text, device: device())
    } catch {
      if let file, (try? DeviceAddress(file)) != nil {
        throw Failure(.usage, "the file comes first, then the device address")
      }
      throw Failure(.usage, error.message)
    }
  }
}
