import DeviceFormats
import Diagnostics
import LinkProtocol
import ScheduleModel

extension ImportOutput {
  /// The values between those that a schedule can have.
  var between: [Diagnostic] { warnings.filter { $0.code == RuleInfo.roundedIn.code } }

  /// The unit of most values, if plausible: below 40 they are °C, above °F. Nil for a tie or if all are 0.
  var likelyUnit: TemperatureUnit? {
    let degrees = schedule.setpoints.flatMap { row in
      sides.each.compactMap { row[$0]?.degrees }
    }
    let (low, high) = (degrees.count { 0 < $0 && $0 < 40 }, degrees.count { $0 > 40 })
    return low == high ? nil : low > high ? .celsius : .fahrenheit
  }
}

/// Reads the texts of a device for comparing with a schedule.
///
/// The device's text and the text to write are read in the same way, so that padding, midnight entries and the device's
/// steps make no difference.
struct ProgramReading: Sendable {
  let format: any DeviceFormat
  private var options: ImportOptions
  /// The unit of texts that do not name theirs.
  private let usualUnit: TemperatureUnit

  /// Reads a week in the unit of `week`; a missing side is taken from `week`.
  init(
    _ format: any DeviceFormat, of device: LinkedDevice, _ export: ExportOptions,
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

  /// Reads a text; `name` is its name in findings.
  ///
  /// - Throws: `ImportRefusal`.
  func read(_ text: String, from name: String) throws(ImportRefusal) -> ImportOutput {
    try read([DeviceInput(file: name, bytes: Array(text.utf8))], options)
  }

  private func read(
    _ inputs: [DeviceInput], _ options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    var options = options
    do throws(ImportRefusal) {
      return try format.read(inputs, options: options)
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
  /// Whether the text is complete, but not a valid schedule.
  var isOtherWeek: Bool {
    guard case .losses(let findings) = self else { return false }
    // A missing day may be missing only in the answer.
    return !findings.contains { $0.code == RuleInfo.dayMissing.code }
  }
}
