import Diagnostics
import ScheduleModel
import SchedulePictures
import TwoWayTable

/// Two versions of a week, or of several, as scrollable strips and text.
package struct ComparisonScreen {
  /// The names of the versions.
  let old: String
  let new: String
  var weeks: [ComparedWeeks]
  /// The file that the old version is from, nil for the document's own, and the schedule as typed; nil without a file.
  let file: (path: String?, schedule: String?)?
  /// Whether the file has changed since.
  private(set) var isStale = false
  private var pager = Pager()

  init(
    old: String, new: String, weeks: [ComparedWeeks],
    file: (path: String?, schedule: String?)? = nil
  ) {
    self.old = old
    self.new = new
    self.weeks = weeks
    self.file = file
  }

  /// A scrollable line.
  private enum Line {
    case text(String, StyleRole)
    case strip(ComparisonPainter.Strip, WeekComparison)
  }

  private static let stale = "The file has changed since; D compares again."

  /// Returns all lines for a screen of this width.
  private func lines(
    _ columns: Int, hasStrips: Bool, from first: Weekday, _ clock: ClockStyle
  ) -> [Line] {
    var lines: [Line] = []
    func write(_ text: String, _ role: StyleRole = .plain) {
      lines += text.folded(columns: columns - 2).map { .text($0, role) }
    }
    if isStale { write(Self.stale, .problem) }
    for compared in weeks {
      if !lines.isEmpty { write("") }
      if !compared.title.isEmpty { write(compared.title, .title) }
      for note in compared.notes { write(note) }
      if hasStrips {
        lines += ComparisonPainter.strips(of: compared.comparison, from: first).map {
          .strip($0, compared.comparison)
        }
      }
      for (index, line) in compared.lines(clock).enumerated() {
        write(line, index == 0 ? .heading : .plain)
      }
    }
    return lines
  }

  /// The comparison as sentences, for line mode.
  func sentences(_ clock: ClockStyle) -> [String] {
    ["- \(old), + \(new)"]
      + weeks.flatMap { ($0.title.isEmpty ? [] : [$0.title]) + $0.notes + $0.lines(clock) }
  }

  /// Called when the file has changed.
  mutating func becomeStale() {
    isStale = true
    pager.rewind()
  }

  /// Handles a key; returns false if it leaves the page.
  mutating func handle(_ key: Key, _ size: ScreenSize, _ clock: ClockStyle) -> Bool {
    pager.handle(key, lines: lineCount(size, clock), size)
  }

  func hints(_ size: ScreenSize, _ clock: ClockStyle) -> Hints {
    pager.hints(
      lines: lineCount(size, clock), size,
      file != nil && isStale ? [Hint("D", "compare again")] : [])
  }

  private func lineCount(_ size: ScreenSize, _ clock: ClockStyle) -> Int {
    let painter = ComparisonPainter(columns: size.columns, clock: clock, marks: .ascii)
    return lines(size.columns, hasStrips: painter != nil, from: .monday, clock).count
  }

  /// Draws the title, the hours, as many lines as fit, and the hints.
  func draw(_ look: TerminalPicture, _ glyphs: Glyphs, into surface: inout Surface) {
    let size = surface.size
    let painter = ComparisonPainter(columns: size.columns, clock: look.clock, marks: look.marks)
    let lines = lines(size.columns, hasStrips: painter != nil, from: look.firstDay, look.clock)
    let room = Pager.room(size)
    surface.write(
      glyphs.fit(glyphs.plain("- \(old)  + \(new)"), size.columns - 2),
      at: ScreenPoint(row: 0, column: 1), style: Style(.title))
    if size.rows > 2 { painter?.drawAxis(row: 1, into: &surface) }
    for (index, line) in lines.dropFirst(pager.firstLine).prefix(room).enumerated() {
      switch line {
      case .text(let text, let role):
        surface.write(
          glyphs.plain(text), at: ScreenPoint(row: index + 2, column: 1), style: Style(role))
      case .strip(let strip, let comparison):
        painter?.draw(strip, of: comparison, row: index + 2, into: &surface)
      }
    }
  }
}

/// Two weeks in a comparison, with notes.
struct ComparedWeeks: Hashable {
  /// The title if there are several comparisons; otherwise empty.
  var title = ""
  let comparison: WeekComparison
  /// Other differences and remarks, one sentence each.
  var notes: [String] = []

  /// Compares two schedules: their weeks and their other members.
  init(_ old: Schedule, _ new: Schedule, title: String = "") {
    self.title = title
    comparison = WeekComparison(from: old.week, to: new.week)
    notes = [
      ("name", old.name, new.name), ("notes", old.notes, new.notes),
      ("device", old.device, new.device),
    ].compactMap { (what: String, old: String?, new: String?) in
      guard !old.isExactly(new) else { return nil }
      return "\(what) \(old?.quoted() ?? "none") -> \(new?.quoted() ?? "none")"
    }
    if old.members != new.members { notes.append("members that setpoint does not know differ") }
  }

  /// Whether there are no differences.
  var isAlike: Bool { comparison.changes.isEmpty && notes.isEmpty }

  /// Describes the differences: a summary, the changes and the notes.
  func lines(_ clock: ClockStyle) -> [String] {
    let count = comparison.changes.count
    let sentence =
      count == 0 ? "no cell differs" : count == 1 ? "1 cell differs:" : "\(count) cells differ:"
    return [sentence] + comparison.lines(clock).map { "  \($0)" }
  }

  /// Compares the schedules that exist in both documents, and returns those that differ.
  static func all(from old: Contents, to new: Contents) -> [ComparedWeeks] {
    let matching = ScheduleMatching(from: old.schedules, to: new.schedules)
    return new.schedules.indices.compactMap { index in
      let schedule = new.schedules[index]
      guard let source = matching.sources[index] else { return nil }
      let compared = ComparedWeeks(
        old.schedules[source], schedule, title: new.schedules.count > 1 ? schedule.name : "")
      return compared.isAlike ? nil : compared
    }
  }
}
