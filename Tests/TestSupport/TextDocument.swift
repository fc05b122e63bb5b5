package import ScheduleModel

/// A JSON text built by a test, including its faults.
package indirect enum TextPiece: Sendable {
  /// Members in order; a name may come twice. Names are written as they are, between quotes.
  case object([(key: String, value: TextPiece)])
  /// Elements in order.
  case array([TextPiece])
  /// Any text, right or wrong.
  case raw(String)

  /// A string in quotes; the text needs no escapes.
  package static func text(_ text: String) -> TextPiece { .raw("\"\(text)\"") }

  /// The first member of that name; setting nil removes it, setting a new one appends it.
  package subscript(key: String) -> TextPiece? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.key == key }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      let place = members.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  /// The piece at a path; setting a missing piece appends it to its object.
  package subscript(path path: [String]) -> TextPiece? {
    get { path.reduce(self as TextPiece?) { $0?.child($1) } }
    set {
      guard let step = path.first else {
        if let newValue { self = newValue }
        return
      }
      if path.count == 1 {
        setChild(step, newValue)
      } else if var below = child(step) {
        below[path: Array(path.dropFirst())] = newValue
        setChild(step, below)
      }
    }
  }

  /// Inserts a member at a place of an object, even with an existing name.
  package mutating func insert(_ key: String, _ value: TextPiece, at place: Int, in path: [String])
  {
    guard case .object(var members) = self[path: path] else { return }
    members.insert((key, value), at: min(place, members.count))
    self[path: path] = .object(members)
  }

  /// Gives a member another name.
  package mutating func rename(_ key: String, to name: String, in path: [String]) {
    guard case .object(var members) = self[path: path],
      let place = members.firstIndex(where: { $0.key == key })
    else { return }
    members[place].key = name
    self[path: path] = .object(members)
  }

  private func child(_ step: String) -> TextPiece? {
    guard case .array(let elements) = self else { return self[step] }
    return Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
  }

  private mutating func setChild(_ step: String, _ piece: TextPiece?) {
    guard case .array(var elements) = self, let index = Int(step) else {
      self[step] = piece
      return
    }
    if let piece { elements[index] = piece } else { elements.remove(at: index) }
    self = .array(elements)
  }
}

extension TextPiece {
  /// A whole schedule file.
  package static func document(
    _ schedules: [(name: String, schedule: Week)], unit: TemperatureUnit
  ) -> TextPiece {
    .object([
      ("format", .text("setpoint-schedule")), ("version", .raw("1")),
      ("unit", .text(unit.rawValue)),
      (
        "schedules",
        .array(
          schedules.map { named in
            .object([("name", .text(named.name)), ("days", days(named.schedule))])
          })
      ),
    ])
  }

  private static func days(_ schedule: Week) -> TextPiece {
    .object(
      Weekday.allCases.map { day in
        let rows = Period.allCases.map { period in
          let setpoint = schedule[RowAddress(day, period)]
          return (
            period.name,
            TextPiece.object(
              [("time", .text("\(setpoint.time)"))]
                + setpoint.temperatures.map { ($0.side.name, .raw("\($0.degrees)")) })
          )
        }
        return (day.name, .object(rows))
      })
  }
}

/// The layouts in which a test writes a document.
package struct TextLayout: Sendable, Hashable {
  /// What ends a line; empty for a text on one line.
  package var lineEnd = "\n"
  /// What a level is indented by.
  package var indent = "  "
  /// The text after a colon and between members on one line.
  package var blank = " "
  /// Objects at this depth and below are on one line.
  package var inlineDepth = 5

  /// The canonical layout: one line per period.
  package static let canonical = TextLayout()
  /// One of each: canonical, CRLF, tabs, every member on a line, one long line with and without
  /// blanks.
  package static let all = [
    canonical, TextLayout(lineEnd: "\r\n"), TextLayout(indent: "\t", blank: "\t"),
    TextLayout(inlineDepth: 9), TextLayout(lineEnd: "\r\n", indent: " ", inlineDepth: 4),
    TextLayout(lineEnd: " ", indent: ""), TextLayout(lineEnd: "", indent: "", blank: ""),
  ]
}
