import ArgumentParser
import Diagnostics
import LinkProtocol
import Links
import Reporting

struct PushCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Write a schedule to a device, and read it back.",
    discussion: """
      Reads the device, shows the changes, asks, writes, reads back and compares. --undo restores what the \
      device had before the last push.

      Example:
        setpoint push home.json radiotherm://192.0.2.7 --dry-run
      """)
  static let exitStatus = "1 refused or different, 75 unreachable or not verified, 77 denied."

  @OptionGroup var visit: DeviceVisitOptions

  @Option(help: "Colours") var color = ColorChoice.auto

  @Option(
    parsing: .scanningForValue,
    help: ArgumentHelp("Restore what the device had before.", valueName: "device"),
    completion: .keptLinks)
  var undo: String?

  @Flag(help: "Write without asking.")
  var yes = false

  @Flag(name: .dryRun, help: "Send nothing; print the requests.")
  var dryRun = false

  @Flag(help: "Write even if the device's program cannot be read.")
  var replace = false

  func validate() throws {
    try refuse(if: yes && dryRun, "--yes cannot be combined with --dry-run")
    try refuse(if: replace && dryRun, "--replace does nothing here: --dry-run writes nothing")
    guard undo != nil else { return }
    try refuse(if: visit.all, "--undo restores one device; it cannot be combined with --all")
    try refuse(
      if: visit.file != nil || visit.schedule != nil || visit.due
        || replace || !visit.fit.isEmpty,
      "--undo restores the previous program; omit file, schedule, --replace and export options")
  }

  func run() throws {
    let target = try visit.all || undo != nil ? nil : visit.target()
    let address = try target?.link ?? undo.map(Self.address)
    guard yes || dryRun || Console.canAsk else {
      throw Failure(.usage, "cannot ask for confirmation (not a terminal); pass --yes or --dry-run")
    }
    var options = try visit.options()
    options.replaces = replace
    guard let address else {
      let fleet = Fleet(try DeviceList.open(visit.devices).devices, options, jobs: visit.jobs)
      return try dryRun ? fleet.plan() : fleet.push(asks: !yes)
    }
    options.asksBeforeWriting = !yes
    let transaction =
      try target?.transaction(options) ?? DeviceTransaction(undoing: address, options)
    if dryRun {
      let requests = try Failure.about(device: address.shown, try transaction.plan())
      return requests.forEach { Console.print($0) }
    }
    let title = address.shown
    let outcome = try Failure.about(
      device: title,
      try transaction.push { before throws(Failure) in
        let hasHeading = before.difference?.cells.isEmpty == false
        if hasHeading { Console.say("\(title): differs (stored -> new):") }
        for line in before.lines(each: visit.each) {
          Console.say(hasHeading ? "  \(line)" : "\(title): \(line)")
        }
        let size = before.difference?.size ?? "the program"
        return yes || Console.isAnsweredYes("Write \(size) to \(title)?")
      })
    if outcome.status != .success { throw Failure(outcome.status) }
  }

  /// The device that `--undo` names: by its address, or by its name in the nearest devices file.
  private static func address(of name: String) throws -> DeviceAddress {
    let known = (try? DeviceAddress.typed(name, of: nil)) ?? DeviceList.link(named: name)
    if known == nil, !name.contains(where: "/:.".contains) {
      throw Failure(.usage, "\(name.quoted()) is neither an address nor in \(DeviceList.fileName)")
    }
    return try known ?? DeviceAddress.typed(name, of: nil)
  }
}
