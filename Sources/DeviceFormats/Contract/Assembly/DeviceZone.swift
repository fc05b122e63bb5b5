import Diagnostics

/// One of the weekly programs that files hold: of a zone, a helper, a profile.
///
/// It is read when it is asked for, so that what is wrong with one keeps no other from being read alone.
package struct DeviceZone {
  /// What the files call it, its own name first; none where they have no name for it.
  let names: [String]
  /// Reads it.
  let program: () throws(ImportRefusal) -> DeviceProgram

  /// Names a program that is still to be read.
  init(_ names: [String?], program: @escaping () throws(ImportRefusal) -> DeviceProgram) {
    var known: Set<String> = [""]
    self.names = names.compactMap(\.self).filter { known.insert($0).inserted }
    self.program = program
  }

  /// Takes a program that was read, the only one of its files.
  init(_ program: DeviceProgram) {
    names = program.name.map { [$0] } ?? []
    self.program = { () throws(ImportRefusal) in program }
  }
}

extension [DeviceZone] {
  /// The zone that `--zone` names, by one of its names; in any case, where none is written so.
  ///
  /// - Throws: `ImportRefusal.usage` with the names that there are.
  func named(_ name: String) throws(ImportRefusal) -> DeviceZone {
    if count == 1, self[0].names.isEmpty {
      throw .usage("the file holds one program, which has no name; leave --zone out")
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

  /// The names of the zones, each with what tells it from another of the same name; the first twenty.
  var listing: String {
    let shown = prefix(20).map { zone in
      let name = zone.names.first ?? ""
      let isShared = count { $0.names.first == name } > 1
      return name.quoted()
        + (isShared ? zone.names.dropFirst().first.map { " (\($0.printable))" } ?? "" : "")
    }
    return shown.joined(separator: ", ") + (count > 20 ? " and \(count - 20) more" : "")
  }

  /// The names that the schedules get: of several zones with the same name, the next name that tells
  /// one from the others.
  var scheduleNames: [String?] {
    var taken: Set<String> = []
    return map { zone in
      let name = zone.names.first { !taken.contains($0) } ?? zone.names.first
      guard let name else { return nil }
      var own = name
      var number = 2
      while !taken.insert(own).inserted {
        own = "\(name) \(number)"
        number += 1
      }
      return own
    }
  }
}
