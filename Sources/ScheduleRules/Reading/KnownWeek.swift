/// A row as `KnownShape` reads it: minutes since midnight, and tenths of a degree.
package struct KnownRow: Sendable {
  package var (time, heat, cool): (Int32, Int32, Int32) = (0, 0, 0)

  /// Makes a row; with no values, one to be read into.
  package init(time: Int32 = 0, heat: Int32 = 0, cool: Int32 = 0) {
    (self.time, self.heat, self.cool) = (time, heat, cool)
  }
}

/// Reads the weeks of documents for `KnownShape`.
struct KnownWeek {
  private let patterns: MemberPatterns.All
  /// The layout of a day before.
  private var layout = DayLayout()

  init(_ patterns: MemberPatterns.All) {
    self.patterns = patterns
  }

  /// Reads the days of a schedule into 28 rows.
  mutating func readDays(_ text: inout KnownText, into rows: UnsafeMutablePointer<KnownRow>) -> Bool
  {
    guard text.open() else { return false }
    var seen = SeenMembers()
    repeat {
      guard let day = text.takeMember(of: patterns.week, &seen),
        layout.readDay(&text, into: rows + day * 4) || readDay(&text, into: rows + day * 4)
      else { return false }
    } while text.takeComma()
    return seen.hasAll(of: patterns.week) && text.close()
  }

  /// Takes a day apart, whatever its layout.
  private mutating func readDay(
    _ text: inout KnownText, into rows: UnsafeMutablePointer<KnownRow>
  ) -> Bool {
    let start = text.place
    guard text.open() else { return false }
    var seen = SeenMembers()
    var isUsual = true
    repeat {
      guard let period = text.takeMember(of: patterns.day, &seen),
        let areInOrder = readRow(&text, into: rows + period)
      else { return false }
      isUsual = isUsual && areInOrder
    } while text.takeComma()
    guard seen.hasAll(of: patterns.day), text.close() else { return false }
    if isUsual, seen.areInOrder {
      layout.learn(from: UnsafeBufferPointer(start: start, count: text.place - start))
    }
    return true
  }

  /// Reads a row; returns whether its members come in the usual order, nil for no row.
  private func readRow(
    _ text: inout KnownText, into row: UnsafeMutablePointer<KnownRow>
  ) -> Bool? {
    guard text.open() else { return nil }
    var seen = SeenMembers()
    repeat {
      // Time, heat, cool, as `FileFormat.period` has them.
      switch text.takeMember(of: patterns.period, &seen) {
      case 0:
        guard let time = text.readTime() else { return nil }
        row.pointee.time = time
      case 1:
        guard let heat = text.readTenths() else { return nil }
        row.pointee.heat = heat
      case 2:
        guard let cool = text.readTenths() else { return nil }
        row.pointee.cool = cool
      default: return nil
      }
    } while text.takeComma()
    guard seen.hasAll(of: patterns.period), text.close() else { return nil }
    return seen.areInOrder
  }
}
