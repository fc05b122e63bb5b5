import Diagnostics
import ScheduleModel

/// A weekly program in a file: heat, cool or both, each with any number of switchpoints per day.
package struct DeviceProgram {
  let unit: TemperatureUnit
  var name: String?
  /// Whether the program is due on some dates only, so that the day before may have another one.
  var hasDates = false
  private var sides: [Side: ReadDays] = [:]
  private var parts: [Side: [Weekday: [[ReadSwitchpoint]]]] = [:]

  init(_ unit: TemperatureUnit) { self.unit = unit }

  var heldSides: Sides { Sides(Side.allCases.filter { !self[$0].isEmpty }.map { Sides($0) }) }

  /// The days of a side; empty if the files do not contain it.
  subscript(side: Side) -> ReadDays {
    get { sides[side] ?? [:] }
    set { sides[side] = newValue }
  }

  /// Adds a day's switchpoints for the sides of the first, once: a device may answer twice. `offset`: of an empty day.
  ///
  /// With `continuing`, later switchpoints are appended to the existing ones. In a `padded` day, entries that repeat
  /// the previous one are skipped: devices fill unused entries with them, at the end or in the middle.
  ///
  /// - Throws: `ImportRefusal.unreadable` for a day without switchpoints, for times that do not increase, and for a day
  ///   that already has other switchpoints.
  mutating func add(
    _ points: [ReadSwitchpoint], to day: Weekday, continuing: Bool = false, padded: Bool = false,
    at offset: Int? = nil, in text: DeviceText
  ) throws(ImportRefusal) {
    guard let first = points.first else {
      throw text.fault(at: offset, "\(day.title) has no switchpoint")
    }
    for side in first.sides {
      let own = points.map { $0.only(side) }
      let known = parts[side]?[day] ?? []
      if known.contains(own) { continue }
      let present = self[side][day] ?? []
      let follows = continuing && (present.last?.minutes ?? 1440) < own[0].minutes
      guard known.isEmpty || follows else {
        throw text.fault(
          at: own[0].offset,
          "\(day.title) has a second \(side.name) program; remove one")
      }
      var rising: [ReadSwitchpoint] = []
      for point in present + own {
        if let last = rising.last, point.minutes <= last.minutes {
          if padded, point.minutes == last.minutes, point.holdsSame(as: last) { continue }
          throw text.fault(
            at: point.offset,
            "\(day.title) \(TimeOfDay(wrapping: point.minutes)) does not come after "
              + "\(TimeOfDay(wrapping: last.minutes))")
        }
        rising.append(point)
        rising[rising.count - 1].text = text
      }
      sides[side, default: [:]][day] = rising
      parts[side, default: [:]][day, default: []].append(own)
    }
  }
}

/// One of the weekly programs in files: of a zone, a helper, a profile.
///
/// It is read on demand, so that its errors do not prevent reading another one.
package struct DeviceZone {
  /// The names in the files, its own first; may be empty.
  let names: [String]
  let program: () throws(ImportRefusal) -> DeviceProgram

  init(_ names: [String?], program: @escaping () throws(ImportRefusal) -> DeviceProgram) {
    var known: Set<String> = [""]
    self.names = names.compactMap(\.self).filter { known.insert($0).inserted }
    self.program = program
  }
}

/// The weekly programs of files, and when each applies.
package struct DevicePrograms {
  let zones: [DeviceZone]
  /// The calendar; its entries name a zone by the last of its names.
  var calendar: [CalendarEntry] = []
}

extension DevicePrograms {
  /// The only program of some files.
  init(_ program: DeviceProgram) { zones = [DeviceZone([program.name]) { program }] }
}

extension [DeviceZone] {
  /// Returns the zone with a name; ignores case if none matches exactly.
  ///
  /// - Throws: `ImportRefusal.usage` with the existing names.
  func named(_ name: String) throws(ImportRefusal) -> DeviceZone {
    if count == 1, self[0].names.isEmpty {
      throw .usage("the file contains one program without a name; omit \(option: .zone)")
    }
    let lower = name.lowercased()
    let among = [
      filter { $0.names.first?.utf8.elementsEqual(name.utf8) == true },
      filter { $0.names.first == name }, filter { $0.names.contains(name) },
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

  /// The names of the zones, each with a further name if ambiguous.
  var listing: String {
    let counts = reduce(into: [:]) { $0[$1.names.first, default: 0] += 1 }
    return map { zone in
      let other = counts[zone.names.first] == 1 ? nil : zone.names.dropFirst().first
      return (zone.names.first ?? "").quoted() + (other.map { " (\($0.printable))" } ?? "")
    }.listed()
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

/// The blocks of a day, each with a start and an end. Between them, the file has no setpoint.
struct DayBlocks {
  private let sides: [Side]
  /// Whether the setpoint of the day before continues until the first block.
  private let carriesOver: Bool
  private var points: [ReadSwitchpoint] = []
  private var end: ReadTime = (0, nil)

  /// Creates a day without blocks; `sides` are those of its setpoints.
  init(_ sides: [Side], carriesOver: Bool = false) {
    (self.sides, self.carriesOver) = (sides, carriesOver)
  }

  /// Adds the block at `place`, which ends at `end`, at most 24:00; throws if the last one ends later.
  mutating func add(
    _ point: ReadSwitchpoint, until end: ReadTime, at place: LocatedNode
  ) throws(ImportRefusal) {
    guard point.minutes >= self.end.minutes, point.minutes < end.minutes else {
      throw place.fault(
        point.minutes < end.minutes
          ? "the block starts before the previous block ends" : "the block does not last a minute")
    }
    points = switchpoints(until: point.minutes, at: place) + [point]
    self.end = end
  }

  /// Returns the switchpoints until a minute, by default of the whole day; `place` is its place in the file.
  func switchpoints(until minutes: Int = 1440, at place: LocatedNode) -> [ReadSwitchpoint] {
    end.minutes < minutes && !(carriesOver && points.isEmpty)
      ? points + [.gap(from: end, sides, at: place.offset)] : points
  }
}
