import Diagnostics
import ScheduleModel

/// One of the weekly programs in files: of a zone, a helper, a profile.
///
/// It is read on demand, so that its errors do not prevent reading another one.
package struct DeviceZone {
  /// The names in the files, its own first; may be empty.
  let names: [String]
  /// Reads the program.
  let program: () throws(ImportRefusal) -> DeviceProgram

  /// Creates a zone whose program is read on demand.
  init(_ names: [String?], program: @escaping () throws(ImportRefusal) -> DeviceProgram) {
    var known: Set<String> = [""]
    self.names = names.compactMap(\.self).filter { known.insert($0).inserted }
    self.program = program
  }

  /// Wraps the only program of some files.
  init(_ program: DeviceProgram) {
    names = program.name.map { [$0] } ?? []
    self.program = { () throws(ImportRefusal) in program }
  }
}

/// The weekly programs of files, and when each applies.
package struct DevicePrograms {
  let zones: [DeviceZone]
  /// The calendar; its entries name a zone by the last of its names.
  var calendar: [CalendarEntry] = []
}

extension [DeviceZone] {
  /// Returns the zone of `--zone` by one of its names; ignores case if none matches exactly.
  ///
  /// - Throws: `ImportRefusal.usage` with the existing names.
  func named(_ name: String) throws(ImportRefusal) -> DeviceZone {
    if count == 1, self[0].names.isEmpty {
      throw .usage("the file contains one program without a name; omit --zone")
    }
    let lower = name.lowercased()
    let exact = filter { $0.names.first == name }
    let among = [
      exact, filter { $0.names.contains(name) },
      filter { $0.names.contains { $0.lowercased() == lower } },
    ]
    guard let found = among.first(where: { !$0.isEmpty }) else {
      throw .usage("there is no zone \(name.quoted()); the file has \(listing)")
    }
    guard found.count == 1 else {
      throw .usage("several zones are called \(name.quoted()): \(found.listing)")
    }
    return found[0]
  }

  /// The names of the first twenty zones, each with a further name if ambiguous.
  var listing: String {
    let shown = prefix(20).map { zone in
      let name = zone.names.first ?? ""
      let isShared = count { $0.names.first == name } > 1
      return name.quoted()
        + (isShared ? zone.names.dropFirst().first.map { " (\($0.printable))" } ?? "" : "")
    }
    return shown.joined(separator: ", ") + (count > 20 ? " and \(count - 20) more" : "")
  }

  /// The names of the schedules; zones with the same name get their next, distinguishing name.
  var scheduleNames: [String?] {
    var taken: Set<String> = []
    return map { zone in
      let name = zone.names.first { !taken.contains($0) } ?? zone.names.first
      return name.map { ScheduleName.unused($0, &taken) }
    }
  }
}
