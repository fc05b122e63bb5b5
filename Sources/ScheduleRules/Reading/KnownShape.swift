import Diagnostics
import JSONText
package import ScheduleModel

/// The fast reader of well-formed documents: one pass over the bytes, without a tree.
///
/// It knows the members of the file format, in any order and each once, plain strings, times, and
/// numbers with at most one decimal. At the first surprise it gives up; the tree and
/// `DocumentReader` then decide. What it accepts, these two read as the same draft.
///
/// One that read a document may read another: the room for rows is used again.
package struct KnownShape {
  /// What a schedule has besides its rows.
  package struct Heading {
    package fileprivate(set) var name = ""
    package fileprivate(set) var notes: String?
    package fileprivate(set) var device: String?
  }

  /// The scale.
  package private(set) var unit = TemperatureUnit.fahrenheit
  /// The rows of every schedule, 28 each.
  private(set) var rows: [KnownRow] = []
  /// What the schedules have besides.
  package private(set) var headings: [Heading] = []
  private let patterns = MemberPatterns.All.shared
  private var week = KnownWeek(.shared)
  /// The document, its four members, and what the schedules have.
  private var values = 0

  /// Prepares to read documents.
  package init() {}

  /// Reads a document; nil for a text that takes a closer look.
  package init?(_ bytes: [UInt8]) {
    guard bytes.withUnsafeBytes({ read($0) }) else { return nil }
  }

  /// Reads a document in place of the one before; false for a text that takes a closer look.
  package mutating func read(_ text: UnsafeRawBufferPointer) -> Bool {
    rows.removeAll(keepingCapacity: true)
    headings.removeAll(keepingCapacity: true)
    values = 5
    guard text.count <= JSONLimits.size, var text = KnownText(text) else { return false }
    return readDocument(&text)
  }

  /// What was read.
  package var contents: Contents {
    let count = RowAddress.all.count
    let schedules = headings.indices.map { index in
      let setpoints = rows[index * count..<(index + 1) * count].map {
        Setpoint(
          time: TimeOfDay(wrapping: Int($0.time)), heat: Temperature(tenths: Int($0.heat)),
          cool: Temperature(tenths: Int($0.cool)))
      }
      guard let week = Week(unit: unit, setpoints: setpoints) else {
        preconditionFailure("a schedule has \(setpoints.count) rows")
      }
      let heading = headings[index]
      return Schedule(
        name: heading.name, notes: heading.notes, device: heading.device, week: week)
    }
    return Contents(unit: unit, schedules: schedules)
  }

  /// The rows of a schedule, Monday wake first.
  package func rows(ofSchedule index: Int) -> ArraySlice<KnownRow> {
    rows[28 * index..<28 * (index + 1)]
  }

  /// Whether a schedule names the device that it is meant for.
  package var namesDevices: Bool { headings.contains { $0.device != nil } }

  /// What was read, as the rules look at it.
  package var draft: DraftDocument { DraftDocument(contents) }
}

// MARK: Document

extension KnownShape {
  private mutating func readDocument(_ text: inout KnownText) -> Bool {
    guard text.open() else { return false }
    var seen = SeenMembers()
    repeat {
      guard let member = text.takeMember(of: patterns.document, &seen) else { return false }
      let isRead =
        switch FileFormat.document.members[member] {
        case .format: text.takeString(FileFormat.name)
        case .version: text.take(UInt8(ascii: "1"))
        case .unit: readUnit(&text)
        case .schedules: readSchedules(&text)
        default: false
        }
      guard isRead else { return false }
    } while text.takeComma()
    return seen.hasAll(of: patterns.document) && text.isAtLast
  }

  private mutating func readUnit(_ text: inout KnownText) -> Bool {
    if text.takeString("F") {
      unit = .fahrenheit
    } else if text.takeString("C") {
      unit = .celsius
    } else {
      return false
    }
    return true
  }

  private mutating func readSchedules(_ text: inout KnownText) -> Bool {
    guard text.take(UInt8(ascii: "[")) else { return false }
    text.skipBlanks()
    var names: Set<String> = []
    repeat {
      guard readSchedule(&text) else { return false }
      // One name is unique, and needs no set.
      if headings.count == 2 { names.insert(headings[0].name) }
      guard headings.count == 1 || names.insert(headings[headings.count - 1].name).inserted
      else { return false }
    } while text.takeComma()
    return text.take(UInt8(ascii: "]"))
  }

  private mutating func readSchedule(_ text: inout KnownText) -> Bool {
    // The schedule, its name, its days, and the days, rows and cells.
    values += 3 + 7 + 28 + 84
    guard values <= JSONLimits.values, text.open() else { return false }
    let start = rows.count
    rows.append(contentsOf: repeatElement(KnownRow(), count: 28))
    var heading = Heading()
    var seen = SeenMembers()
    repeat {
      guard let member = text.takeMember(of: patterns.schedule, &seen) else { return false }
      switch FileFormat.schedule.members[member] {
      case .name:
        guard let name = Self.readName(&text) else { return false }
        heading.name = name
      case .notes:
        guard let notes = text.readText() else { return false }
        heading.notes = notes
        values += 1
      case .device:
        guard let device = text.readText() else { return false }
        heading.device = device
        values += 1
      case .days:
        let isRead = rows.withUnsafeMutableBufferPointer { rows in
          rows.baseAddress.map { week.readDays(&text, into: $0 + start) } ?? false
        }
        guard isRead else { return false }
      default: return false
      }
    } while text.takeComma()
    guard seen.hasAll(of: patterns.schedule), values <= JSONLimits.values, text.close() else {
      return false
    }
    headings.append(heading)
    return true
  }

  /// Reads a name that breaks no rule.
  private static func readName(_ text: inout KnownText) -> String? {
    guard let name = text.readText(), 1...FileFormat.longestName ~= name.utf8.count,
      !name.utf8.contains(where: { $0 >= 0x7F })
        || !name.unicodeScalars.contains(where: \.isControl)
    else { return nil }
    return name
  }
}
