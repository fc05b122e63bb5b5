import DeviceFormats
import Diagnostics
import ScheduleModel
import Terminal
import TwoWayTable

extension FuzzTarget {
  /// The importers: the first byte chooses the format, the second one options, the rest is the file.
  static let imports = FuzzTarget("imports", seeds: ["fixtures/devices"]) { bytes in
    guard bytes.count >= 2 else { return }
    let reader = DeviceFormats.all[Int(bytes[0]) % DeviceFormats.all.count]
    var options = ImportOptions()
    if bytes[1] & 1 != 0 { options.cool = .value(Temperature(78)) }
    if bytes[1] & 2 != 0 { options.heat = .value(Temperature(60)) }
    if bytes[1] & 4 != 0 { options.base = .standard(.fahrenheit) }
    if bytes[1] & 8 != 0 { options.allowances = [.round, .dropPeriods] }
    let input = DeviceInput(file: "in", bytes: Array(bytes.dropFirst(2)))
    do throws(ImportRefusal) {
      let output = try reader.read([input], options: options)
      promise(output.warnings.allSatisfy { $0.summary.isPrintable }, "a warning")
      // What was read can be written by every format, or is refused with printable findings.
      for format in DeviceFormats.all {
        _ = try? format.export(
          output.schedule, name: output.name ?? "n", options: ExportOptions())
      }
    } catch {
      switch error {
      case .unreadable(let findings), .losses(let findings):
        promise(findings.allSatisfy { $0.summary.isPrintable }, "\(findings)")
      case .usage(let sentence): promise(sentence.text.isPrintable, sentence.text)
      }
    }
  }

  /// The first byte for a file below fixtures/devices: the format whose folder it is in. Zero for other files.
  package static func format(ofSeed path: String) -> UInt8 {
    let number = DeviceFormats.all.firstIndex { path.contains("/devices/\($0.id)/") }
    return UInt8(number ?? 0)
  }

  /// Times, temperatures and addresses as people type them.
  static let text = FuzzTarget("text", seeds: ["fixtures/typed"]) { bytes in
    let typed = String(decoding: bytes, as: UTF8.self)
    if let time = TimeOfDay(typed) {
      promise(TimeOfDay(canonical: time.description) == time, "\(time) is not read back")
      for clock in ClockStyle.allCases {
        promise(TimeOfDay(time.text(clock)) == time, "\(time) is not read back")
      }
    }
    if let temperature = Temperature(typed) {
      promise(Temperature(temperature.description) == temperature, "\(temperature)")
    }
    let setpoint = Week.standard(.fahrenheit)[RowAddress(.monday, .wake)]
    for field in Field.allCases {
      for unit in TemperatureUnit.allCases {
        do throws(Refusal) {
          _ = try setpoint.value(of: field, typed: typed, unit: unit)
        } catch {
          promise(error.reason.isPrintable, error.reason)
        }
      }
    }
    do throws(Refusal) {
      for cell in try CellAddress.list(typed) {
        promise(try CellAddress.list(cell.path) == [cell], cell.path)
      }
    } catch {
      promise(error.description.isPrintable, error.description)
    }
  }

  /// What a terminal sends, in pieces that 0xFF separates: keys, pastes and mouse reports are decoded
  /// once each, and no text carries a control character.
  static let keys = FuzzTarget("keys", seeds: ["fixtures/typed"]) { bytes in
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.acceptsMouse = bytes.first == 0
    var count = 0
    for piece in bytes.split(separator: 0xFF, omittingEmptySubsequences: false) {
      decoder.append(piece)
      while let event = decoder.next(after: .moreMayFollow) {
        check(event)
        count += 1
      }
    }
    for pause in [InputPause.timedOut, .endOfInput] {
      while let event = decoder.next(after: pause) {
        check(event)
        count += 1
      }
    }
    promise(decoder.timeout == -1, "bytes are left when nothing more can come")
    promise(count <= bytes.count, "more events than bytes")
  }

  private static func check(_ event: TerminalEvent) {
    switch event {
    case .key(.character(let scalar)), .key(.alt(let scalar)):
      promise(!scalar.isControl, "\(scalar.value)")
    case .paste(let text, _):
      let isClean = text.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" || $0 == "\t" }
      promise(isClean, text)
    default: break
    }
  }
}
