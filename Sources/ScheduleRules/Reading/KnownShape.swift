import ScheduleModel
import Diagnostics
import JSONText

/// The fast reader of well-formed documents: one pass over the bytes, without a tree, straight into a
/// draft.
///
/// The names of members, which `FileFormat` says, stand here once more: as constants each is compared in
/// two words, without a call. A test holds that it reads what is written with those names.
///
/// It knows the members of the file format, in any order and each once, plain strings, times, and
/// numbers with at most one decimal. At the first surprise it gives up; the tree and
/// `DocumentReader` then decide. What it accepts, these two read as the same draft.
package struct KnownShape {
  private var place: UnsafePointer<UInt8>
  /// The brace that closes the document. No pass over blanks, digits or a name goes beyond it.
  private let last: UnsafePointer<UInt8>
  private var draft = DraftDocument()
  private var names: Set<String> = []
  /// The document and its four members.
  private var values = 5

  /// Reads a document; nil for a text that takes a closer look.
  package static func draft(of text: UnsafeRawBufferPointer) -> DraftDocument? {
    guard text.count <= JSONLimits.size, let start = text.baseAddress else { return nil }
    let first = start.assumingMemoryBound(to: UInt8.self)
    var last = first + (text.count - 1)
    while last > first, isBlank(last.pointee) { last -= 1 }
    guard last.pointee == UInt8(ascii: "}") else { return nil }
    var reader = KnownShape(place: first, last: last)
    guard reader.readDocument() else { return nil }
    return reader.draft
  }

  /// Reads a document; nil for a text that takes a closer look.
  package static func draft(of bytes: [UInt8]) -> DraftDocument? {
    bytes.withUnsafeBytes { draft(of: $0) }
  }

  private init(place: UnsafePointer<UInt8>, last: UnsafePointer<UInt8>) {
    self.place = place
    self.last = last
  }
}

// MARK: Objects

extension KnownShape {
  private mutating func readDocument() -> Bool {
    skipBlanks()
    guard open() else { return false }
    var seen = Seen()
    repeat {
      if takeName("format") {
        guard seen.insert(0), takeString(FileFormat.name) else { return false }
      } else if takeName("version") {
        guard seen.insert(1), take(UInt8(ascii: "1")) else { return false }
      } else if takeName("unit") {
        guard seen.insert(2) else { return false }
        if takeString("F") {
          draft.unit = .fahrenheit
        } else if takeString("C") {
          draft.unit = .celsius
        } else {
          return false
        }
      } else if takeName("schedules") {
        guard seen.insert(3), readSchedules() else { return false }
      } else {
        return false
      }
    } while takeComma()
    guard seen.has(all: 4), place == last else { return false }
    for index in draft.schedules.indices { draft.schedules[index].week.unit = draft.unit }
    return true
  }

  private mutating func readSchedules() -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    skipBlanks()
    repeat {
      guard readSchedule() else { return false }
    } while takeComma()
    return take(UInt8(ascii: "]"))
  }

  private mutating func readSchedule() -> Bool {
    // The schedule, its name, its days, and the days, rows and cells.
    values += 3 + 7 + 28 + 84
    guard values <= JSONLimits.values, open() else { return false }
    var schedule = DraftSchedule(week: DraftWeek(unit: nil))
    var seen = Seen()
    repeat {
      if takeName("name") {
        guard seen.insert(0), let name = readName() else { return false }
        schedule.name = name
      } else if takeName("days") {
        guard seen.insert(1) else { return false }
        let isRead = schedule.week.rows.withUnsafeMutableBufferPointer { rows in
          rows.baseAddress.map { readDays(into: $0) } ?? false
        }
        guard isRead else { return false }
      } else if takeName("notes") {
        guard seen.insert(2), let text = readText() else { return false }
        schedule.notes = text
        values += 1
      } else if takeName("device") {
        guard seen.insert(3), let text = readText() else { return false }
        schedule.device = text
        values += 1
      } else {
        return false
      }
    } while takeComma()
    guard seen.has(all: 2), values <= JSONLimits.values, close() else { return false }
    draft.schedules.append(schedule)
    return true
  }

  private mutating func readDays(into rows: UnsafeMutablePointer<DraftSetpoint>) -> Bool {
    guard open() else { return false }
    var seen = Seen()
    repeat {
      let day: Int
      if takeName("monday") {
        day = 0
      } else if takeName("tuesday") {
        day = 1
      } else if takeName("wednesday") {
        day = 2
      } else if takeName("thursday") {
        day = 3
      } else if takeName("friday") {
        day = 4
      } else if takeName("saturday") {
        day = 5
      } else if takeName("sunday") {
        day = 6
      } else {
        return false
      }
      guard seen.insert(day), readDay(into: rows + day * 4) else { return false }
    } while takeComma()
    return seen.has(all: 7) && close()
  }

  private mutating func readDay(into rows: UnsafeMutablePointer<DraftSetpoint>) -> Bool {
    guard open() else { return false }
    var seen = Seen()
    repeat {
      let period: Int
      if takeName("wake") {
        period = 0
      } else if takeName("leave") {
        period = 1
      } else if takeName("return") {
        period = 2
      } else if takeName("sleep") {
        period = 3
      } else {
        return false
      }
      guard seen.insert(period), readRow(into: rows + period) else { return false }
    } while takeComma()
    return seen.has(all: 4) && close()
  }

  private mutating func readRow(into row: UnsafeMutablePointer<DraftSetpoint>) -> Bool {
    guard open() else { return false }
    var seen = Seen()
    repeat {
      if takeName("time") {
        guard seen.insert(0), let time = readTime() else { return false }
        row.pointee.time = time
      } else if takeName("heat") {
        guard seen.insert(1), let heat = readTemperature() else { return false }
        row.pointee.heat = heat
      } else if takeName("cool") {
        guard seen.insert(2), let cool = readTemperature() else { return false }
        row.pointee.cool = cool
      } else {
        return false
      }
    } while takeComma()
    return seen.has(all: 3) && close()
  }
}

/// Which members of an object there were.
private struct Seen {
  private var bits = 0

  /// Adds a member; false if it is there already.
  mutating func insert(_ member: Int) -> Bool {
    let bit = 1 << member
    defer { bits |= bit }
    return bits & bit == 0
  }

  /// Whether the first `count` are there.
  func has(all count: Int) -> Bool {
    let all = 1 << count - 1
    return bits & all == all
  }
}

// MARK: Values

extension KnownShape {
  /// Reads `"06:30"`.
  @inline(__always)
  private mutating func readTime() -> TimeOfDay? {
    guard last - place >= 7 else { return nil }
    let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
    let quote = UInt64(UInt8(ascii: "\""))
    guard word & 0xFF == quote, word >> 48 & 0xFF == quote else { return nil }
    place += 7
    return TimeOfDay(canonical: word >> 8 & 0xFF_FFFF_FFFF)
  }

  /// Reads `70`, `-3` or `68.5`, of at most six digits before the point.
  @inline(__always)
  private mutating func readTemperature() -> Temperature? {
    let isNegative = take(UInt8(ascii: "-"))
    let start = place
    var tenths = 0
    while let digit = takeDigit() { tenths = tenths &* 10 &+ digit }
    guard (1...6).contains(place - start),
      start.pointee != UInt8(ascii: "0") || place - start == 1
    else { return nil }
    tenths *= 10
    if take(UInt8(ascii: ".")) {
      guard let digit = takeDigit() else { return nil }
      tenths += digit
    }
    // A further digit or an exponent is no end of a value, and ends the reading there.
    return Temperature(tenths: isNegative ? -tenths : tenths)
  }

  /// Reads a name that breaks no rule and that no schedule before has.
  private mutating func readName() -> String? {
    guard let name = readText(), !name.isEmpty,
      name.utf8.count <= FileFormat.longestName,
      !name.utf8.contains(where: { $0 >= 0x7F })
        || !name.unicodeScalars.contains(where: \.isControl)
    else { return nil }
    // One name is unique, and needs no set.
    if let other = draft.schedules.first?.name {
      if names.isEmpty { names.insert(other) }
      guard names.insert(name).inserted else { return nil }
    }
    return name
  }

  /// Reads a string without escapes.
  private mutating func readText() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = place
    var allBits: UInt8 = 0
    while place < last, place.pointee != UInt8(ascii: "\"") {
      guard place.pointee >= 0x20, place.pointee != UInt8(ascii: "\\") else { return nil }
      allBits |= place.pointee
      place += 1
    }
    guard place < last else { return nil }
    defer { place += 1 }
    let text = UnsafeBufferPointer(start: start, count: place - start)
    // ASCII needs no validation, which is slow.
    return allBits < 0x80
      ? String(decoding: text, as: UTF8.self) : String(validating: text, as: UTF8.self)
  }
}

// MARK: Pieces

extension KnownShape {
  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  @inline(__always)
  private mutating func skipBlanks() {
    while place.pointee <= 0x20, Self.isBlank(place.pointee) { place += 1 }
  }

  /// Takes a byte that is no closing brace.
  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard place.pointee == byte else { return false }
    place += 1
    return true
  }

  @inline(__always)
  private mutating func takeDigit() -> Int? {
    let digit = place.pointee &- 0x30
    guard digit < 10 else { return nil }
    place += 1
    return Int(digit)
  }

  @inline(__always)
  private mutating func open() -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    skipBlanks()
    return true
  }

  /// Takes the brace that closes an object, which is not the last.
  @inline(__always)
  private mutating func close() -> Bool {
    guard place.pointee == UInt8(ascii: "}"), place < last else { return false }
    place += 1
    return true
  }

  /// Takes what stands between a value and the next; false where none follows.
  @inline(__always)
  private mutating func takeComma() -> Bool {
    skipBlanks()
    guard take(UInt8(ascii: ",")) else { return false }
    skipBlanks()
    return true
  }

  /// Takes the name of a member and its colon; takes nothing when it has another name.
  @inline(__always)
  private mutating func takeName(_ name: StaticString) -> Bool {
    guard takeString(name) else { return false }
    skipBlanks()
    guard take(UInt8(ascii: ":")) else { return false }
    skipBlanks()
    return true
  }

  /// Takes a string; takes nothing when it is another one.
  @inline(__always)
  private mutating func takeString(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard last - place > count + 1, place.pointee == UInt8(ascii: "\""),
      place[count + 1] == UInt8(ascii: "\"")
    else { return false }
    let (found, wanted) = (UnsafeRawPointer(place + 1), UnsafeRawPointer(text.utf8Start))
    // In two words, which may overlap: the compiler makes constants of those that are wanted.
    let isWanted =
      switch count {
      case 4..<8: Self.isEqual(found, wanted, UInt32.self, and: count - 4)
      case 8...16: Self.isEqual(found, wanted, UInt64.self, and: count - 8)
      default: (0..<count).allSatisfy { place[$0 + 1] == text.utf8Start[$0] }
      }
    guard isWanted else { return false }
    place += count + 2
    return true
  }

  /// Whether two texts have the same words at their beginning and at `end`.
  @inline(__always)
  private static func isEqual<Word: FixedWidthInteger>(
    _ found: UnsafeRawPointer, _ wanted: UnsafeRawPointer, _ word: Word.Type, and end: Int
  ) -> Bool {
    found.loadUnaligned(as: word) == wanted.loadUnaligned(as: word)
      && found.loadUnaligned(fromByteOffset: end, as: word)
        == wanted.loadUnaligned(fromByteOffset: end, as: word)
  }
}
