import DeviceFormats
import Diagnostics
import LinkProtocol
import ScheduleModel

/// What a text of a device says, as a schedule has it.
struct HeldProgram: Sendable {
  let week: Week
  /// The setpoints that the text has; the others are those of the schedule that it is compared with.
  let sides: Sides
  /// What was not understood, and is about no value.
  let warnings: [Diagnostic]
  /// The values that lie between those that a schedule can have.
  let between: [Diagnostic]
}

extension HeldProgram {
  /// The scale that most of the values look like: below 40 they are °C, above °F. Nil where as many look like either,
  /// and where all are 0.
  var likelyUnit: TemperatureUnit? {
    let degrees = week.setpoints.flatMap { row in
      sides.each.compactMap { row[$0]?.degrees }
    }
    let (low, high) = (degrees.count { 0 < $0 && $0 < 40 }, degrees.count { $0 > 40 })
    return low == high ? nil : low > high ? .celsius : .fahrenheit
  }
}

/// How texts of a device are read to be compared with a schedule.
///
/// Both the text that the device answers and the one that would be written are read in this one way, so that
/// padding, midnight entries and the device's own steps are no difference.
struct ProgramReading: Sendable {
  let format: any ImportableFormat
  private var options: ImportOptions
  /// The scale of texts that do not say theirs.
  private let usualUnit: TemperatureUnit

  /// Reads as a week of `week`'s scale; what a text has no setpoints for is taken from `week`.
  init(
    _ format: any ImportableFormat, of device: LinkedDevice, _ export: ExportOptions,
    like week: Week
  ) {
    self.format = format
    usualUnit = export.unit ?? week.unit
    options = ImportOptions()
    options.kind = export.kind
    options.unit = week.unit
    options.fileUnit = device.unit
    options.heat = .from(week)
    options.cool = .from(week)
    if let sides = export.program, sides != .both { options.program = sides }
  }

  /// Reads a text; `name` is how findings call it.
  ///
  /// - Throws: `ImportRefusal`.
  func read(_ text: String, from name: String) throws(ImportRefusal) -> HeldProgram {
    try read([DeviceInput(file: name, bytes: Array(text.utf8))], options)
  }

  private func read(
    _ inputs: [DeviceInput], _ options: ImportOptions
  ) throws(ImportRefusal) -> HeldProgram {
    var options = options
    do throws(ImportRefusal) {
      let output = try format.read(inputs, options: options)
      let between = output.warnings.filter { $0.code == RuleInfo.roundedIn.code }
      return HeldProgram(
        week: output.schedule, sides: output.sides,
        warnings: output.warnings.filter { $0.code != RuleInfo.roundedIn.code }, between: between)
    } catch {
      switch error {
      case .usage where options.fileUnit == nil:
        options.fileUnit = usualUnit
        return try read(inputs, options)
      case .losses where !options.allowances.contains(.round):
        options.allowances.insert(.round)
        guard let result = try? read(inputs, options) else { throw error }
        return result
      default: throw error
      }
    }
  }
}

extension ImportRefusal {
  /// Whether the text is whole, and says what a schedule cannot.
  var isOtherWeek: Bool {
    guard case .losses(let findings) = self else { return false }
    // A day that is missing may be missing from the answer alone.
    return !findings.contains { $0.code == RuleInfo.dayMissing.code }
  }
}
