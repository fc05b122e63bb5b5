package import DeviceFormats
package import Diagnostics
package import ScheduleModel
import ScheduleRules
import TwoWayTable

/// A device's file to export to or to import from.
package struct DeviceFile: Hashable, Sendable {
  package let device: String
  package var path: String
  /// What else was asked for, in the words of the commands: `round`, `heat`, `gaps=16`.
  package let words: [String]
  /// Whether it was typed as a command, whose words messages then name instead of the fields of the form.
  package let isTyped: Bool

  package init(_ device: String, _ path: String, _ words: [String] = [], isTyped: Bool = false) {
    (self.device, self.path, self.words, self.isTyped) = (device, path, words, isTyped)
  }

  init(typed words: [String]) throws(Refusal) {
    guard words.count > 1 else { throw Refusal("expected a device and a file") }
    self.init(words[0], words[1], Array(words[2...]), isTyped: true)
  }

  /// What an export may change, and which sides it writes; without words, it causes no loss.
  func exportOptions() throws(Refusal) -> ExportOptions {
    var options = ExportOptions()
    options.program = try named("heat", "cool").flatMap { Sides($0) }
    for word in words {
      switch word {
      case "round": options.allowances.insert(.round)
      case "drop-cool": options.allowances.insert(.dropCool)
      case "heat", "cool", "replace": break
      default: throw Refusal("\(word.quoted()) is not heat, cool, round, drop-cool or replace")
      }
    }
    return options
  }

  /// The losses that an import may cause, and values that the file lacks; without arguments, it causes no loss.
  package func importOptions() throws(Refusal) -> ImportOptions {
    var options = ImportOptions()
    options.program = try named("heat", "cool").flatMap(Side.init)
    options.fileUnit = try named("C", "F").flatMap { TemperatureUnit(rawValue: $0) }
    for word in words {
      switch word {
      case "round": options.allowances.insert(.round)
      case "drop-periods": options.allowances.insert(.dropPeriods)
      case "heat", "cool", "C", "F": break
      default:
        if word.hasPrefix("heat="), let heat = Temperature(String(word.dropFirst(5))) {
          options.heat = .value(heat)
          continue
        }
        guard word.hasPrefix("gaps=") else {
          let words = "heat, cool, heat=21, gaps=16, C, F, round or drop-periods"
          throw Refusal("\(word.quoted()) is not \(words)")
        }
        let gaps = String(word.dropFirst(5))
        options.gaps = GapValues(gaps)
        guard gaps.isEmpty || options.gaps != nil else {
          throw Refusal("Gaps: \(gaps.quoted()) is neither one temperature nor two, such as 16/28")
        }
      }
    }
    return options
  }

  /// A message in which options are fields of the form or words, for a schedule without `side`, or else of a command.
  package func text(
    of message: Sentence, adding side: Side = .cool, in unit: TemperatureUnit, _ command: String
  ) -> String {
    var way = ""
    let text = message.text { option in
      let name = isTyped ? option.word(adding: side, in: unit) : option.field
      if name.hasPrefix("--") { way = " (in a shell: `setpoint \(command) \(device)`)" }
      return name
    }
    return text + way
  }

  /// The one of two words that is among the words; nil for neither.
  private func named(_ one: String, _ other: String) throws(Refusal) -> String? {
    guard !words.contains(one) || !words.contains(other) else {
      throw Refusal("\(one) and \(other) cannot be combined")
    }
    return words.first { [one, other].contains($0) }
  }
}

/// Why a schedule is not exported.
struct Unexported: Error {
  /// A line for each reason, equal ones on several days in one, and a line with the options that would allow it.
  let lines: [String]
  let reasonCount: Int

  var summary: String { lines[0] + (reasonCount > 1 ? ", and \(reasonCount - 1) more" : "") }
}

extension EditorState {
  /// Returns a message about an export, with the names of its options.
  func text(of message: Sentence, for file: DeviceFile) -> String {
    file.text(of: message, adding: week.sides.first.other, in: week.unit, "export FILE --to")
  }

  /// The changed cells and the notes of an export, one line each.
  func lines(of output: ExportOutput, for file: DeviceFile) -> [String] {
    output.changes.lines(each: false) + output.notes.map { text(of: $0, for: file) }
  }

  /// Returns the text of the current schedule for a device, with the cells that it changes.
  func output(for file: DeviceFile, _ options: ExportOptions) throws(Unexported) -> ExportOutput {
    func refusal(_ reasons: [Sentence], remedy: [Sentence] = []) -> Unexported {
      Unexported(
        lines: (reasons + remedy).map { text(of: $0, for: file) },
        reasonCount: reasons.count)
    }
    guard let (format, profile) = DeviceFormats.device(named: file.device) else {
      throw refusal([Sentence(DeviceFormats.sentence(aboutUnknown: file.device))])
    }
    let errors = WeekCheck.errors(in: week)
    guard errors.isEmpty else { throw refusal(errors.folded.map(\.sentence)) }
    var options = options
    options.kind = profile.id
    do throws(ExportRefusal) {
      return try format.export(week, name: schedule.name, options: options)
    } catch {
      switch error {
      case .usage(let sentence): throw refusal([sentence])
      case .unreadable: throw refusal(["the file to merge into cannot be read"])
      case .issues(let issues):
        let sentences = issues.foldedRows(alike: \.code, sentence: \.sentence).map(\.sentence)
        throw refusal(sentences, remedy: issues.remedies.map { ["\($0) would make it fit"] } ?? [])
      }
    }
  }

  /// Whether a column has the standard editor, whose steps are those of the device if there is one.
  func isStandard(_ field: Field) -> Bool {
    let editor = editor(of: field)
    return editor is TemperatureEditor
      || (editor as? ClockTimeEditor)?.step == TimeOfDay.standardStep
  }

  /// Returns the value a step away, on the device or with the editor of the column.
  func stepped(_ value: CellValue, of field: Field, by count: Int) throws(Refusal) -> CellValue? {
    if isStandard(field), let device = device?.device {
      return device.stepped(value, of: field, in: week.unit, by: count)
    }
    let choices = choices(of: field)
    if !choices.isEmpty {
      return count < 0 ? choices.last { $0 < value } : choices.first { $0 > value }
    }
    guard let text = editor(of: field).step(value.description, by: count) else { return nil }
    return try CellValue(text, of: field)
  }
}

extension RequestOption {
  /// Its name in the editor: a field of a form or a command, or else the option of the command line.
  fileprivate var field: String {
    switch self {
    case .dropCool, .dropPeriods, .fileUnit, .gaps, .heat, .program:
      rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    case .round: "Round values"
    case .sides: ":sides both"
    default: "--" + rawValue.replacing(" ", with: "-")
    }
  }

  /// Its name in the commands of the editor, for a schedule without `side`.
  fileprivate func word(adding side: Side, in unit: TemperatureUnit) -> String {
    switch self {
    case .dropCool, .dropPeriods, .round: rawValue.replacing(" ", with: "-")
    case .fileUnit, .program: "the word"
    case .gaps, .heat: "the word \(rawValue)="
    case .sides: "sides both \(Week.exampleLevels(of: side, unit, separator: " "))"
    default: field
    }
  }
}

/// A device and the values of the current week that it cannot store.
struct DeviceInUse {
  /// The name given by the schedule or the user.
  let name: String
  /// The device; nil if it is unknown.
  let device: DeviceProfile?
  let misfits: [CellFinding]
  let valueCount: Int

  init(_ name: String, _ week: Week, _ rules: CheckOptions) {
    self.name = name
    device = DeviceFormats.device(named: name)?.profile
    misfits = device?.misfits(of: week, options: rules) ?? []
    valueCount = week.cells.count
  }

  /// A title, `evohome: 28 do not fit`.
  var title: String {
    guard let device else { return "\(name.printable): unknown device" }
    return "\(device.id): \(misfits.isEmpty ? "fits" : "\(misfitCount) \(doNotFit)")"
  }

  /// A short title, `28 do not fit`, or `evohome` if all do.
  var shortTitle: String {
    guard let device else { return "\(name.printable)?" }
    return misfits.isEmpty ? device.id : "\(misfitCount) \(doNotFit)"
  }

  var sentence: String {
    guard let device else { return title }
    return "\(device.id): \(misfits.isEmpty ? "every value fits" : misfitWords)"
  }

  /// `28 of 84 values do not fit`.
  var misfitWords: String { "\(misfitCount) of \(valueCount) values \(doNotFit)" }

  private var doNotFit: String { misfitCount == 1 ? "does not fit" : "do not fit" }

  var misfitCount: Int { Set(misfits.map(\.cell)).count }
}
