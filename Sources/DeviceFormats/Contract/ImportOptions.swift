package import Diagnostics
package import ScheduleModel

/// A file written by a device or its interface.
package struct DeviceInput: Hashable, Sendable {
  /// The name for messages; `-` for standard input.
  package let file: String
  package let bytes: [UInt8]

  package init(file: String = "-", bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }
}

/// The setpoints for times at which a device's program has none, in the unit of the result.
package struct GapValues: Hashable, Sendable {
  private let heat: Temperature
  /// Nil for a single value, which applies to programs of one side.
  private let cool: Temperature?

  var areForBothSides: Bool { cool != nil }

  /// Parses `16`, or `16/28` for heat and cool.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let values = parts.compactMap { Temperature(String($0)) }
    guard (1...2).contains(parts.count), values.count == parts.count else { return nil }
    heat = values[0]
    cool = values.dropFirst().first
  }

  /// The value for a side; nil if two are needed and there is one.
  package subscript(side: Side, isOnly isOnly: Bool) -> Temperature? {
    guard let cool else { return isOnly ? heat : nil }
    return side == .heat ? heat : cool
  }
}

/// The options of an import; the defaults cause no loss.
package struct ImportOptions: Hashable, Sendable {
  /// The source of setpoints that the device does not store.
  package enum MissingSide: Hashable, Sendable {
    /// One value for the week, in the unit of the result.
    case value(Temperature)
    /// Another schedule, with its times.
    case from(Week)
    /// The same rows of another schedule, whatever their times, to compare programs of one side.
    case rows(Week)
  }

  /// The permitted losses: `round`; `dropPeriods`, those beyond four that matter least; `skip`, whole programs.
  package var allowances: Set<RequestOption> = []
  /// The kind of device; nil for the format's first.
  package var kind: String?
  /// The program to read; nil for all.
  package var zone: String?
  /// The unit of the result; nil for the device's own.
  package var unit: TemperatureUnit?
  /// The unit of a file that does not name it; nil for the format's default.
  package var fileUnit: TemperatureUnit?
  /// The year of dates that have none; nil to read each season as a schedule.
  package var year: Int?
  /// The side of a file that does not name it; nil to detect it.
  package var program: Side?
  /// The side whose times to use if heat and cool have different times.
  package var times: Side?
  /// The heat setpoints if the file has none.
  package var heat: MissingSide?
  /// The cool setpoints if the file has none.
  package var cool: MissingSide?
  /// The setpoints for times at which the file has none; nil to refuse such files.
  package var gaps: GapValues?
  /// The schedule that supplies missing days.
  package var base: Week?
  /// Whether refusals name options that would help.
  package var areAdvised = true

  package init() {}

  /// The value of the options for a side, in the unit of the file; nil without one.
  func given(_ side: Side, in fileUnit: TemperatureUnit) -> ReadDegrees? {
    guard case .value(let value) = side == .heat ? heat : cool else { return nil }
    return degrees(value, in: fileUnit)
  }

  /// Converts a value of these options to the unit of the file.
  func degrees(_ value: Temperature, in fileUnit: TemperatureUnit) -> ReadDegrees {
    ReadDegrees(TemperatureScale(fileUnit, step: 1).nearest(to: value, in: unit ?? fileUnit))
  }
}

package struct ImportOutput: Hashable, Sendable {
  package let schedule: Week
  package let name: String?
  /// The sides in the files; the other comes from options.
  package let sides: Sides
  /// Values filled in, rounded or not understood, in the order of the file; with `skip`, errors of omitted programs.
  package internal(set) var warnings: [Diagnostic]

  /// The same program with one of its sides.
  package func only(_ side: Side) -> ImportOutput {
    ImportOutput(schedule: schedule, name: name, sides: Sides(side), warnings: warnings)
  }
}

package struct ImportedPrograms: Hashable, Sendable {
  package let programs: [ImportOutput]
  /// When each program applies; the entries have the names of programs.
  package let calendar: [CalendarEntry]

  package init(programs: [ImportOutput], calendar: [CalendarEntry] = []) {
    (self.programs, self.calendar) = (programs, calendar)
  }

  /// Throws for values for both sides if the programs have only one.
  package func refuse(unused gaps: GapValues?) throws(ImportRefusal) {
    let sides = programs.reduce(Sides()) { $0.union($1.sides) }
    guard gaps?.areForBothSides == true, sides != .both else { return }
    let other = sides == .heat ? "cool" : "heat"
    throw .usage("the file has no \(other) setpoints; \(option: .gaps) needs one temperature")
  }
}

package enum ImportRefusal: Error, Hashable, Sendable {
  /// The file is malformed (exit status 65): its first error, or for each of several programs its first error or losses.
  case unreadable([Diagnostic])
  /// The table cannot represent the program: a finding per day (exit status 1).
  case losses([Diagnostic])
  /// An option is missing or invalid (exit status 64).
  case usage(Sentence)

  /// Neither the file nor the options name the unit.
  static let unknownUnit = ImportRefusal.usage("the file has no unit; add \(add: .fileUnit) C or F")
}
