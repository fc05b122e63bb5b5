import DeviceFormats
import Diagnostics
import ScheduleModel
import ScheduleText

/// The document with the schedules read from a device.
///
/// They keep the device's names if these are valid and unique.
struct ImportedDocument {
  let contents: Contents
  /// Why names of the device were changed, one sentence each.
  let problems: [String]

  /// Names the schedules; `name` is for a single one.
  ///
  /// - Throws: `ImportRefusal.usage` for a name of several schedules, and for a calendar that names an omitted one.
  init(_ imported: ImportedPrograms, name: String?) throws(ImportRefusal) {
    let (imported, calendar) = (imported.programs, imported.calendar)
    if imported.count > 1, name != nil {
      throw .usage("--name names one schedule, and these are \(imported.count); add --zone")
    }
    var taken = Set(imported.compactMap(\.name))
    var problems: [String] = []
    let names = imported.enumerated().map { index, output in
      if let name { return name }
      let problem = output.name.flatMap(ScheduleName.problem)
      if let own = output.name, problem == nil { return own }
      var number = index + 1
      var usual: String { number == 1 ? "Imported" : "Imported \(number)" }
      while !taken.insert(usual).inserted { number += 1 }
      if let own = output.name, let problem {
        problems.append("the name \(own.quoted()) \(problem); it is \(usual.quoted()) here")
      }
      return usual
    }
    var contents = Contents(
      unit: imported[0].schedule.unit,
      schedules: zip(names, imported).map { Schedule(name: $0, week: $1.schedule) })
    contents.calendar = calendar.renamed { name in
      imported.firstIndex { $0.name == name }.map { names[$0] }
    }
    guard contents.calendar.count == calendar.count else {
      throw .usage("the calendar names a schedule that cannot be read; pass --zone for another")
    }
    self.contents = contents
    self.problems = problems
  }

  var text: [UInt8] { CanonicalText.text(of: contents) }
}
