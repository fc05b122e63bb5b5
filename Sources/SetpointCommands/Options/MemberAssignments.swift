import CLibrary
import DeviceFormats
import Diagnostics
import ScheduleModel
import ScheduleRules

/// Assignments to members other than cells: `unit=C`, `name=Winter`, `device=trvzb`, `notes=`, `sides=heat`.
struct MemberAssignments {
  private var values: [Name: String] = [:]

  private enum Name: String {
    case unit, name, notes, device, sides
  }

  /// Whether only the unit of the document changes.
  var isUnitAlone: Bool { values.keys.elementsEqual([.unit]) }

  /// Separates assignments to members from the others.
  ///
  /// - Throws: `Failure` for a repeated member.
  static func taken(
    from assignments: [String]
  ) throws(Failure) -> (members: MemberAssignments, others: [String]) {
    var members = MemberAssignments()
    var others: [String] = []
    for text in assignments {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Name(rawValue: parts[0].lowercased()) else {
        others.append(text)
        continue
      }
      guard members.values.updateValue(String(parts[1]), forKey: name) == nil else {
        throw Failure(.usage, "\(name) is set twice; nothing was changed")
      }
    }
    return (members, others)
  }

  /// Changes a document and one of its schedules, whose added sides get `levels`; returns messages about the conversion to
  /// another unit.
  ///
  /// - Throws: `Failure` for an invalid value.
  func carryOut(
    on contents: inout Contents, _ index: Int, levels: [Side: String], of file: String
  ) throws(Failure) -> [String] {
    func refusal(_ sentence: String) -> Failure {
      Failure(.usage, "\(file): \(sentence); nothing was changed")
    }
    if let name = values[.name] {
      if let problem = name.holdsBytes ? "is not UTF-8" : ScheduleName.problem(of: name) {
        throw refusal("the name \(problem)")
      }
      if let other = contents.schedules.index(named: name), other != index {
        throw refusal("there is already a schedule \(name.quoted())")
      }
      let old = contents
      contents.schedules[index].name = name
      contents.followSchedules(of: old)
    }
    if let notes = values[.notes] {
      if notes.holdsBytes { throw refusal("the notes are not UTF-8") }
      contents.schedules[index].notes = notes.isEmpty ? nil : notes
    }
    if let device = values[.device] {
      if !device.isEmpty, DeviceFormats.device(named: device) == nil {
        throw refusal(DeviceFormats.sentence(aboutUnknown: device))
      }
      contents.schedules[index].device = device.isEmpty ? nil : device
    }
    var lines: [String] = []
    if let text = values[.unit] {
      guard let unit = TemperatureUnit(text.uppercased()) else {
        throw refusal("the unit is F or C, not \(text.quoted())")
      }
      let old = contents
      contents = old.converted(to: unit)
      let count = contents.conversionCounts(from: old)
      if unit != old.unit {
        lines.append(
          "converted \(count.all) temperatures to \(unit.symbol), \(count.rounded) of them rounded")
      }
    }
    if let text = values[.sides] {
      guard let sides = Sides(text) else {
        throw refusal("sides is heat, cool or both, not \(text.quoted())")
      }
      let week = contents.schedules[index].week
      do throws(Refusal) {
        contents.schedules[index].week = try week.changed(to: sides, levels)
      } catch {
        let missing = sides.subtracting(week.sides).each.first { levels[$0] == nil }
        throw refusal((missing.map { "--\($0.name): " } ?? "") + error.reason)
      }
    }
    return lines
  }
}
