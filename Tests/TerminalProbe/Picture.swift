import TwoWayTable

/// A week of made-up setpoints, as wide and as coloured as the real editor's screen.
struct Picture {
  private var row = 0
  private var field = 0
  private var values = [[Int]](repeating: [Int](repeating: 62, count: 12), count: 7)
  private var keyCount = 0
  private var message = ""

  private static let days = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let periods = ["wake", "leave", "return", "sleep"]
  private static let fields: [(title: String, column: Int, role: StyleRole)] = [
    ("time", 0, .plain), ("heat", 7, .warm), ("cool", 12, .cool),
  ]

  /// Where the cell under the cursor starts.
  var cursor: ScreenPoint { ScreenPoint(row: 4 + row, column: Self.column(of: field)) }

  /// Moves on an arrow, writes 57 or 62 in turn on `e`, lets `n` show how many keys came, and
  /// shows any other key by its name.
  mutating func answer(_ key: Key) {
    keyCount += 1
    switch key {
    case .named(.up): row = max(0, row - 1)
    case .named(.down): row = min(6, row + 1)
    case .named(.left): field = max(0, field - 1)
    case .named(.right): field = min(11, field + 1)
    case .character("e"): values[row][field] = values[row][field] == 62 ? 57 : 62
    case .character("n"): message = "keys: \(keyCount)"
    case .character(let scalar): message = "character \(scalar)"
    case .control(let scalar): message = "control \(scalar)"
    case .alt(let scalar): message = "alt \(scalar)"
    case .named(let name): message = "named \(name)"
    case .shift(let name): message = "shift \(name)"
    }
  }

  /// Shows `text` on the message line.
  mutating func note(_ text: String) { message = text }

  /// Draws everything.
  func surface(of size: ScreenSize) -> Surface {
    var surface = Surface(size: size)
    surface.write(
      "Winter · home.json", at: ScreenPoint(row: 0, column: 1), style: Style(.title))
    surface.write(message, at: ScreenPoint(row: 2, column: 1))
    for (index, day) in Self.days.enumerated() {
      let line = 4 + index
      surface.write(day, at: ScreenPoint(row: line, column: 1), style: Style(.heading))
      for other in 0..<12 {
        let isHere = index == row && other == field
        surface.write(
          other % 3 == 0 ? "06:00" : "\(values[index][other])",
          at: ScreenPoint(row: line, column: Self.column(of: other)),
          style: Style(Self.fields[other % 3].role, isHere ? .reverse : []))
      }
    }
    surface.write(status, at: ScreenPoint(row: 22, column: 1))
    surface.write(
      "Enter edit  +/- step  u undo  c copy day  ? help", at: ScreenPoint(row: 23, column: 1),
      style: Style(.faint))
    return surface
  }

  private var status: String {
    let name =
      "\(Self.days[row].prefix(3)) \(Self.periods[field / 3]) \(Self.fields[field % 3].title)"
    let tag = 10 + row * 12 + field
    return "\(name) \(values[row][field]) °F · was 62 · allowed 45–82 · tag \(tag)"
  }

  private static func column(of field: Int) -> Int {
    12 + field / 3 * 18 + fields[field % 3].column
  }
}
