import CLibrary
import DeviceFormats
import Diagnostics
import ScheduleModel
import Testing

/// A folder `fixtures/devices/FORMAT/CASE`: files, `options` and the `expected` output.
///
/// `options` holds what follows `setpoint` on a command line, without `--from` and `--to`:
/// `import heat.json cool.json --round` or `export week.txt --drop-cool`; or a word on each line, for words
/// with blanks. Files are named from the folder.
struct DeviceCase: CustomTestStringConvertible, Sendable {
  let format: any DeviceFormat
  let folder: String
  let words: [String]

  var testDescription: String { folder }

  /// Every case of every format, without the one of `setpoint formats`, which is a test of the command.
  static let all: [DeviceCase] = DeviceFormats.all.flatMap { format in
    Fixture.folders(format.id).map { DeviceCase(format, "\(format.id)/\($0)") }
      .filter { $0.words != ["formats"] }
  }

  static let imports = all.filter { $0.words.first == "import" }

  private init(_ format: any DeviceFormat, _ folder: String) {
    self.format = format
    self.folder = folder
    let options = (try? Fixture.bytes("\(folder)/options")) ?? []
    let text = String(decoding: options, as: UTF8.self)
    let lines = text.split(separator: "\n")
    words = (lines.count > 1 ? lines : text.split { " \n".contains($0) }).map(String.init)
  }

  /// The files that the command names.
  func inputs() throws -> [DeviceInput] { try Arguments(words, in: folder).inputs }

  /// What the command gives: the text of an export, the week of an import, or why not.
  func output() throws -> String {
    let arguments = try Arguments(words, in: folder)
    guard words.first == "import" else {
      let file = try #require(arguments.inputs.first)
      let week = try #require(WeekText.week(file.bytes))
      return exported(week, arguments.writing)
    }
    let reader = format
    do throws(ImportRefusal) {
      return try reader.readDocument(arguments.inputs, options: arguments.reading).programs.map {
        read in
        read.warnings.map { $0.line + "\n" }.joined()
          + (read.name.map { "name: \($0)\n" } ?? "") + WeekText.text(of: read.schedule)
      }.joined()
    } catch {
      return error.lines.map { $0 + "\n" }.joined()
    }
  }

  private func exported(_ week: Week, _ options: ExportOptions) -> String {
    do throws(ExportRefusal) {
      let output = try format.export(week, name: "Küche, \"2\"", options: options)
      return output.notes.map { "note: \($0.line)\n" }.joined()
        + output.changes.map { "changed: \($0)\n" }.joined() + output.text
    } catch {
      return switch error {
      case .issues(let issues): issues.map { "\($0.code) \($0.message)\n" }.joined()
      case .usage(let sentence): sentence.line + "\n"
      case .unreadable(let findings): findings.map { $0.line + "\n" }.joined()
      }
    }
  }
}

/// The words of a command as options of exports and imports.
struct Arguments {
  var reading = ImportOptions()
  var writing = ExportOptions()
  var inputs: [DeviceInput] = []

  init(_ words: [String], in folder: String) throws {
    var words = words.dropFirst()
    func value() throws -> String {
      let next = words.popFirst()
      return try #require(next, "\(folder): no value")
    }
    func week(_ name: String) throws -> Week {
      if name == "standard" { return .standard(.celsius) }
      let bytes = try Fixture.bytes("\(folder)/\(name)")
      return try #require(WeekText.week(bytes))
    }
    while let word = words.popFirst() {
      switch word {
      case "--device":
        reading.kind = try value()
        writing.kind = reading.kind
      case "--program":
        let name = try value()
        reading.program = Side.allCases.first { $0.name == name }
        writing.program = Sides(name)
      case "--unit":
        reading.unit = TemperatureUnit(try value())
        writing.unit = reading.unit
      case "--year": reading.year = Int(try value())
      case "--round":
        reading.allowances.insert(.round)
        writing.allowances.insert(.round)
      case "--file-unit": reading.fileUnit = TemperatureUnit(try value())
      case "--heat": reading.heat = Temperature(try value()).map { .value($0) }
      case "--cool": reading.cool = Temperature(try value()).map { .value($0) }
      case "--zone": reading.zone = try value()
      case "--times":
        let name = try value()
        reading.times = Side.allCases.first { $0.name == name }
      case "--gaps": reading.gaps = GapValues(try value())
      case "--skip": reading.allowances.insert(.skip)
      case "--drop-periods": reading.allowances.insert(.dropPeriods)
      case "--into":
        let base = try week(value())
        reading.base = base
        if reading.heat == nil { reading.heat = .from(base) }
        if reading.cool == nil { reading.cool = .from(base) }
      case "--form": writing.form = try value()
      case "--day": writing.day = Weekday(try value())
      case "--target": writing.target = try value()
      case "--merge": writing.merge = try Fixture.input("\(folder)/" + value())
      case "--midnight": writing.addsMidnightEntry = true
      case "--drop-cool": writing.allowances.insert(.dropCool)
      default:
        try #require(!word.hasPrefix("--"), "\(folder): \(word) is not an option of a case")
        inputs.append(DeviceInput(file: word, bytes: try Fixture.bytes("\(folder)/\(word)")))
      }
    }
  }
}

/// A week as a fixture has it: the unit, and a line of `06:00 21/25` for each day.
enum WeekText {
  static func text(of week: Week) -> String {
    week.unit.rawValue + "\n"
      + Weekday.allCases.map { day in
        "\(day.name) "
          + week.day(day).map {
            "\($0.time) \($0.temperatures.map(\.degrees.description).joined(separator: "/"))"
          }.joined(separator: " ") + "\n"
      }.joined()
  }

  static func week(_ bytes: [UInt8]) -> Week? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 8, let unit = TemperatureUnit(String(lines[0])) else { return nil }
    var week = Week.standard(unit)
    for (day, line) in zip(Weekday.allCases, lines.dropFirst()) {
      let words = line.split(separator: " ")
      guard words.count == 9, words[0] == day.name else { return nil }
      for period in Period.allCases {
        let values = words[2 + 2 * period.rawValue].split(separator: "/")
        guard let time = TimeOfDay(String(words[1 + 2 * period.rawValue])), values.count == 2,
          let heat = Temperature(String(values[0])), let cool = Temperature(String(values[1]))
        else { return nil }
        week[RowAddress(day, period)] = Setpoint(time: time, heat: heat, cool: cool)
      }
    }
    return week
  }
}

extension DeviceIssue {
  var message: String { sentence.text }
}
