import Diagnostics
import ScheduleModel
import SchedulePictures
import TestSupport
import Testing

/// Names and notes of files on pages, as plain text.
@Suite struct PageTextTests {
  /// What could end an element or an attribute, act on a terminal or a browser, or be no XML.
  private static let hostile =
    "</title><script>alert(1)</script>\" onload='x' &amp; \u{1B}[31m\u{0}\u{7F}\u{9B}\u{202E}\u{FFFF}\u{1FFFE}"

  private static let pages: [(String, String)] = {
    var schedule = Schedule(name: hostile, notes: hostile, week: .standard(.celsius))
    schedule.device = hostile
    let entries = Array(repeating: (schedule, hostile, hostile) as WeekPage.Entry, count: 2)
    var contents = Contents(unit: .celsius, schedules: [schedule])
    contents.calendar = [CalendarEntry(schedule: hostile, days: [.monday])]
    let month = CalendarDay("2026-12-01").flatMap { try? ShownCalendar(contents, months: [$0]) }
    let calendar = CalendarPage(month.map { [($0, hostile)] } ?? [])
    return [("svg", calendar.svg), ("html", calendar.html)]
      + ClockStyle.allCases.flatMap { clock in
        [1, 2].flatMap { count in
          [
            ("svg", WeekPage(Array(entries.prefix(count)), clock: clock).svg),
            ("html", WeekPage(Array(entries.prefix(count)), clock: clock).html),
          ]
        }
      }
  }()

  @Test("names and notes are escaped, without control characters")
  func namesAreEscaped() {
    for (kind, page) in Self.pages {
      #expect(!page.contains("<script") && !page.contains("onload='"), "\(kind)")
      #expect(page.contains("&lt;/title&gt;&lt;script&gt;alert(1)"), "\(kind)")
      #expect(page.contains("&quot; onload=&#39;x&#39; &amp;amp; \\u{1B}[31m\\u{0}"), "\(kind)")
      let bad = page.unicodeScalars.first { scalar in
        scalar != "\n" && (scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value))
          || scalar == "\u{202E}" || scalar.properties.isNoncharacterCodePoint
      }
      #expect(bad == nil, "\(kind)")
    }
  }

  @Test("a page loads and runs nothing")
  func pagesStandAlone() {
    for (kind, page) in Self.pages {
      for sign in ["<script", "<link", "<img", "<image", "@import", "url(", "src=", "https:"] {
        // A place on the page itself is not loaded.
        #expect(!page.replacing("url(#", with: "").contains(sign), "\(kind) \(sign)")
      }
      let references = page.split("href=\"").dropFirst()
      #expect(references.allSatisfy { $0.hasPrefix("#week-") }, "\(kind)")
    }
  }

  @Test("the longest name fits the picture", arguments: [1, 44, 45, 64, 300])
  func longNames(count: Int) throws {
    let name = String(repeating: "W", count: count)
    let page = WeekPage(
      [(Schedule(name: name, week: .standard(.celsius)), nil, nil)], clock: .twelveHour
    ).svg
    let size = try #require(
      page.split(" y=\"42\" font-size=\"").dropFirst().first?.split("\"").first)
    let letters = try #require(Int(size))
    #expect(letters <= 24 && (count * letters <= 680 || letters == 6))
  }

  @Test("several schedules have an index, one has none")
  func index() {
    for (kind, page) in Self.pages {
      let weeks = page.split("id=\"week-2\"").count
      #expect(page.split("href=\"#week-").count - 1 == (weeks == 2 ? 2 : 0), "\(kind)")
    }
  }

  @Test("each day has its bar in words, and table headers have a scope")
  func words() {
    let schedule: WeekPage.Entry = (Schedule(name: "Home", week: .standard(.fahrenheit)), nil, nil)
    let sentence =
      "00:00 to 06:00 sleep of Sunday: heat 62, cool 82; 06:00 to 08:00 wake: heat 70, cool 78"
    let html = WeekPage([schedule], clock: .twentyFourHour).html
    for page in [WeekPage([schedule], clock: .twentyFourHour).svg, html] {
      #expect(page.contains("aria-label=\"Monday, \(sentence);"))
    }
    #expect(html.split("<th scope=\"col\">").count - 1 == 5)
    #expect(html.split("<th scope=\"row\">").count - 1 == 7)
    let twelve = WeekPage([schedule], clock: .twelveHour).html
    #expect(twelve.contains("12:00a to 6:00a sleep of Sunday"))
  }
}
