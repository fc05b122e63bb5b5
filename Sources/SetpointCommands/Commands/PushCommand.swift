import ArgumentParser
import Diagnostics
import LinkProtocol
import ScheduleModel

/// `setpoint push`: writes a schedule to a device and verifies it.
struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Write a schedule to a device, and read it back.",
    discussion: """
      Reads what the device holds, shows the cells that change, asks, writes, reads back and compares. \
      Where nobody can be asked, --yes has to be given; nothing is ever written without one or the \
      other. What the device cannot hold is refused as `setpoint export` does.

      What stood there is kept before anything is written, and --undo puts it back, also after a \
      crash in the middle; --undo once more takes that back.

      Exit status 0: the device holds the schedule, as reading it back proves; 1: it holds something \
      else, it refused, or nobody wanted it written; 66: there is no such schedule; 75: it could not be \
      read or written, or reading does not prove what it holds; 77: it refused the user.

      Examples:
        setpoint push home.json radiotherm://192.0.2.7
        setpoint push home.json radiotherm://192.0.2.7 --dry-run
        setpoint push --undo radiotherm://192.0.2.7
        setpoint push --all --yes
      """)

  @Argument(help: "The schedule file, - for standard input.", completion: .file())
  var file: String?

  @Argument(help: "The device.", completion: .links)
  var link: String?

  @Option(
    help: ArgumentHelp("Put back what stood on a device before the last push.", valueName: "link"),
    completion: .keptLinks)
  var undo: String?

  @Flag(help: "Write without asking.")
  var yes = false

  @Flag(
    name: [.long, .customShort("n")],
    help: "Send nothing; print the requests that would write the schedule.")
  var dryRun = false

  @Flag(help: "Write also where what the device holds is no schedule, or cannot be read there.")
  var replace = false

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var fleet: FleetOptions

  @OptionGroup var words: EachOption

  @OptionGroup var device: DeviceFitOptions

  @OptionGroup var patience: PatienceOption

  @OptionGroup var color: ColorOption

  func validate() throws {
    if yes && dryRun { throw ValidationError("--yes does nothing here: --dry-run writes nothing") }
    if replace && dryRun {
      throw ValidationError("--replace does nothing here: --dry-run writes nothing")
    }
    guard undo != nil else {
      return try fleet.check(file: file, link: link, schedule: schedule.schedule)
    }
    if file != nil || fleet.all || schedule.schedule != nil || replace || !device.isEmpty {
      throw ValidationError("--undo puts back what was kept, whatever files and options say")
    }
  }

  func run() throws {
    guard yes || dryRun || Question.canBeAsked else {
      throw Failure(
        .usage,
        "push asks before it writes, and there is no terminal to ask on; add --yes or --dry-run")
    }
    var options = LinkOptions(
      export: try device.request(), each: words.each, patience: patience.patience, asks: !yes,
      replaces: replace)
    if fleet.all {
      options.isAlone = false
      let push = FleetPush(
        devices: try DeviceList.open(fleet.devices).devices, options: options,
        jobs: fleet.jobs ?? Fleet.usualJobs)
      return try dryRun ? push.plan() : push.run()
    }
    let address: DeviceAddress
    let source: WantedSource
    if let undo {
      address = try DeviceAddress.typed(undo)
      guard let kept = try KeptProgram(for: address) else {
        throw Failure(
          .noInput, "\(address.shown): nothing is kept; no push from here wrote to this device")
      }
      source = .kept(kept)
    } else {
      guard let file, let link else { return }
      address = try DeviceAddress.typed(link, behind: file)
      source = .schedule(try OpenedSchedule(file, named: schedule.schedule))
    }
    let transaction = DeviceTransaction(
      title: address.shown, address: address, source: source, options: options,
      write: { Console.write($0, to: .error) })
    if dryRun {
      let (requests, changes) = try transaction.plan()
      for line in changes { Console.say("\(address.shown): \(line)") }
      return requests.forEach { Console.print($0) }
    }
    let outcome = try transaction.push { before throws(Failure) in
      let title = address.shown
      if before.difference?.cells.changes.isEmpty == false {
        Console.say("\(title): differs (wanted -> held):")
      }
      for line in before.lines(each: words.each) { Console.say("\(title): \(line)") }
      let size = before.difference?.size ?? "the program"
      return yes || Question.isAnsweredYes("Write \(size) to \(title)?")
    }
    if outcome.status != .success { throw Failure(outcome.status) }
  }
}
