package import DeviceFormats
import Diagnostics
package import LinkProtocol
package import Reporting
package import ScheduleModel

package struct LinkOutcome: Sendable {
  package enum Word: String, CaseIterable, Sendable {
    /// The device stores the schedule, as reading shows.
    case same
    /// The schedule was written and verified.
    case written
    /// The device stores another program.
    case differs
    /// The device's state is unknown.
    case unproved
    /// Unknown, because a bridge only repeats what was requested.
    case unconfirmed
    case declined
    /// The operation failed, or the device was unreachable.
    case failed
  }

  package var word: Word
  package var status: ExitStatus
  package var difference: HeldDifference?
  /// The reason, except for `same` and `written`.
  package var reason: String?
  /// Remarks about the device for the user.
  package var notes: [String] = []
  /// The name of the schedule; nil if it was not read.
  package var schedule: String?
  /// The comparison before writing, if anything differs.
  var change: DeviceTransaction.Comparison?

  init(
    _ word: Word, _ status: ExitStatus, _ difference: HeldDifference? = nil, reason: String? = nil
  ) {
    (self.word, self.status, self.difference, self.reason) = (word, status, difference, reason)
  }
}

extension [LinkOutcome] {
  package var status: ExitStatus { map(\.status).max() ?? .success }
}

extension LinkFailure {
  /// The exit status: `notProved` only for failures that may be temporary.
  var status: ExitStatus {
    switch reason {
    case .link: .usage
    case .unsupported, .refused: .problems
    case .missing: .noInput
    case .secret, .denied: .noPermission
    case .unreachable, .timeout, .busy, .malformed: .notProved
    }
  }
}

extension Failure {
  package init(_ failure: LinkFailure) { self.init(failure.status, failure.message) }
}

extension DeviceAddress {
  /// Throws if `name`, the device of an option, is not a device at this address; `title` is its name in the message.
  package func refuse(otherDevice name: String?, title: String) throws(Failure) {
    guard let name else { return }
    let scheme = String(shown.prefix { $0 != ":" })
    let own = DeviceFormats.device(named: scheme) == nil ? device.kind : scheme
    _ = try Failure.usage(try DeviceFormats.found(name, alsoNamed: own), after: "\(title): ")
  }
}

extension LinkedDevice {
  /// The unit of the device, or else the given one; throws if they differ.
  package func unit(agreeingWith given: TemperatureUnit?) throws(Failure) -> TemperatureUnit? {
    if let unit, let given, unit != given {
      throw Failure(.usage, "the device is set to \(unit.symbol), not to \(given.symbol)")
    }
    return unit ?? given
  }

  /// The format, which must support reading and writing.
  package func knownFormat() throws(Failure) -> any DeviceFormat {
    guard let found = DeviceFormats.device(named: format)?.format,
      found.profiles.contains(where: { $0.isNamed(kind) })
    else {
      throw Failure(
        .notProved,
        "setpoint-link names the device \(kind.quoted()) of \(format.quoted()), which is unknown; "
          + "install the same version of setpoint and setpoint-link")
    }
    return found
  }
}

/// The difference between the wanted and the stored program of a device, in this order.
package struct HeldDifference: Sendable {
  package let cells: [CellChange]
  /// The sides that only the device stores.
  let addedSides: [Side]
  /// Other differences that do not concern cells.
  let remarks: [String]

  init(device: ImportOutput, wanted: ImportOutput) {
    var held = device.schedule
    for row in RowAddress.all {
      for side in Side.allCases
      where !device.sides.contains(side) || !wanted.sides.contains(side) {
        held[CellAddress(row, side.field)] = wanted.schedule[CellAddress(row, side.field)]
      }
    }
    cells = wanted.schedule.changes(to: held)
    // The values between those that a schedule can have.
    let between = device.warnings.filter { $0.code == RuleInfo.roundedIn.code }
    let lacking = Side.allCases.filter { !device.sides.contains($0) && wanted.sides.contains($0) }
    addedSides = Side.allCases.filter { device.sides.contains($0) && !wanted.sides.contains($0) }
    remarks =
      lacking.map { "it stores no \($0.name) setpoints" } + between.grouped().map(\.message)
  }

  /// Creates a difference that consists of sentences; none means equal programs.
  init(_ sentences: String...) {
    (cells, addedSides, remarks) = ([], [], sentences)
  }

  /// Joins the differences of the heat and the cool program, which have times of their own.
  init(heat: HeldDifference, cool: HeldDifference) {
    cells = heat.cells + cool.cells.filter { !heat.cells.contains($0) }
    (addedSides, remarks) = ([], ["its heat and cool programs change at different times"])
  }

  /// Differences that do not concern cells.
  package var sentences: [String] {
    addedSides.map { "it also stores \($0.name) setpoints" } + remarks
  }

  var isEmpty: Bool { cells.isEmpty && sentences.isEmpty }

  package func lines(each: Bool) -> [String] { cells.lines(each: each) + sentences }

  /// The size: `3 cells`.
  package var size: String { cells.isEmpty ? "the program" : counted(cells.count, "cell") }
}
