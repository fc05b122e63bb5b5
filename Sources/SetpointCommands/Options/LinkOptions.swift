import ArgumentParser
import LinkProtocol

/// The option of commands that send one schedule of a document.
struct DueOption: ParsableArguments {
  @Flag(help: "Use the schedule that is due today.")
  var due = false

  /// Throws if a schedule is named too.
  func check(schedule: String?) throws {
    try refuse(if: due && schedule != nil, "--due and --schedule exclude each other")
  }
}

/// The option of commands that connect to a device.
struct PatienceOption: ParsableArguments {
  @Option(help: "Seconds to wait for a reply.")
  var timeout = 30

  func validate() throws {
    guard (1...600).contains(timeout) else {
      throw ValidationError("--timeout must be 1 to 600")
    }
  }

  var patience: Duration { .seconds(timeout) }
}

/// The options for all devices of a devices file.
struct FleetOptions: ParsableArguments {
  @Flag(help: "Every device of the devices file.")
  var all = false

  @Option(
    help: "The devices file (default: .setpoint-devices.json).",
    completion: .file())
  var devices: String?

  @Option(help: "With --all: devices at a time (default: 4).")
  var jobs: Int?

  func validate() throws {
    try refuse(if: !all && (devices != nil || jobs != nil), "--devices and --jobs require --all")
    if let jobs, !(1...Fleet.mostJobs).contains(jobs) {
      throw ValidationError("--jobs must be 1 to \(Fleet.mostJobs)")
    }
  }

  /// Throws unless either a file and a link are given, or all devices.
  func check(file: String?, link: String?, schedule: String?, due: Bool) throws {
    if all {
      guard file == nil, schedule == nil, !due else {
        throw ValidationError("--all reads files and schedules from the devices file")
      }
    } else if file == nil || link == nil {
      throw ValidationError(
        "expected a file and a device address, such as home.json radiotherm://192.0.2.7, or --all for "
          + "the devices file")
    }
  }
}

extension DeviceAddress {
  /// Parses an address after the name of a file.
  static func typed(_ text: String, after file: String? = nil) throws(Failure) -> DeviceAddress {
    do throws(LinkFailure) {
      return try DeviceAddress(text)
    } catch {
      if let file, (try? DeviceAddress(file)) != nil {
        throw Failure(.usage, "the file comes first, then the device address")
      }
      throw Failure(.usage, error.message)
    }
  }
}
