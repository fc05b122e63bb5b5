/// What stands before, between and behind the twelve values of a day.
///
/// The days of a file mostly differ in their values alone: what stands between these is compared with
/// the day before, eight bytes at a time, and only a day of another layout is taken apart.
struct DayLayout {
  /// The text of a day.
  private var bytes: [UInt8] = []
  /// Where the pieces without the values are in it: thirteen, or none as long as nothing was learnt.
  private var pieces: [Range<Int>] = []

  /// Learns from a day that was read, whose members come in the usual order.
  mutating func learn(from day: UnsafeBufferPointer<UInt8>) {
    pieces.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: day)
    // No name of a member has a digit, a minus or a point: only values have.
    var (start, place, isValue) = (0, 0, false)
    for byte in day {
      // Those, the slash between them, and the colon of a time.
      let isPartOfValue = byte &- 0x2D < 0x0D || isValue && byte == UInt8(ascii: ":")
      if isPartOfValue, !isValue { pieces.append(start..<place) }
      if isValue, !isPartOfValue { start = place }
      isValue = isPartOfValue
      place += 1
    }
    pieces.append(start..<bytes.count)
  }

  /// Reads a day into four rows; takes nothing when it is laid out otherwise.
  func readDay(_ text: inout KnownText, into rows: UnsafeMutablePointer<KnownRow>) -> Bool {
    guard pieces.count == 13 else { return false }
    var ahead = text
    let isRead = bytes.withUnsafeBufferPointer { bytes in
      pieces.withUnsafeBufferPointer { pieces in
        for row in 0..<4 {
          guard ahead.take(bytes, pieces[3 * row]), let time = ahead.readClock(),
            ahead.take(bytes, pieces[3 * row + 1]), let heat = ahead.readTenths(),
            ahead.take(bytes, pieces[3 * row + 2]), let cool = ahead.readTenths()
          else { return false }
          rows[row] = KnownRow(time: time, heat: heat, cool: cool)
        }
        return ahead.take(bytes, pieces[12])
      }
    }
    if isRead { text = ahead }
    return isRead
  }
}
