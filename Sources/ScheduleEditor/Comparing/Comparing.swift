import Diagnostics
import ScheduleModel
import SchedulePictures
import TwoWayTable

extension EditorState {
  /// Carries out `compare` with its words: a schedule of the document, another file, or nothing for the document's own.
  mutating func compare(_ words: [String]) throws(Refusal) {
    let name = words.joined(separator: " ")
    if let found = contents.schedules.index(typed: name) {
      let other = contents.schedules[found]
      guard other.identity != schedule.identity else {
        throw Refusal("\(name.quoted()) is the schedule on the screen; name another, or a file")
      }
      let compared = ComparedWeeks(other, schedule)
      return showComparison(other.name, schedule.name, [compared])
    }
    let schedule = words.dropFirst().joined(separator: " ")
    try compare(withFileAt: words.first, schedule: schedule.isEmpty ? nil : schedule)
  }

  /// Compares the current schedule with one in a file; `path` is nil for the document's own file.
  mutating func compare(withFileAt path: String?, schedule name: String?) throws(Refusal) {
    var file = try host.contents(ofFile: path.map(options.expandingHome))
    // Schedules added in this session are in the file since the last save.
    if path == nil {
      file.schedules.takeIdentities(of: edited.saved.schedules)
    }
    let fileName = path ?? options.fileName
    let source = try self.source(in: file, fileName: fileName, isOwn: path == nil, named: name)
    // Different names in two files do not matter.
    var compared = ComparedWeeks(file.schedules[source], schedule, withNames: path == nil)
    let count = file.schedules.count
    let others = path == nil ? otherDifferences(from: file) : []
    if compared.isAlike, file.unit == contents.unit, others.isEmpty {
      return say("nothing differs from \(fileName.printable)")
    }
    compared.notes += others
    if file.unit != contents.unit {
      compared.notes.append(
        "\(fileName.printable) is in \(file.unit.symbol); its values are shown in "
          + contents.unit.symbol)
    }
    if count > 1, path != nil {
      compared.notes.append(
        "compared with \(file.schedules[source].name.quoted()), one of \(count) schedules of \(fileName.printable)"
      )
    }
    showComparison(
      fileName.printable + (path == nil ? " as saved" : ""), "\(schedule.name) here", [compared],
      file: (path, name))
  }

  /// Finds the schedule of a file to compare with the current one.
  private func source(
    in file: Contents, fileName: String, isOwn: Bool, named name: String?
  ) throws(Refusal) -> Int {
    let list = file.schedules
    if let name {
      if let found = file.schedules.index(typed: name) { return found }
      throw Refusal("\(fileName.printable) \(list.sentence(aboutUnknown: name))")
    }
    if isOwn {
      let sources = ScheduleMatching(from: list, to: contents.schedules).sources
      if let found = sources[scheduleIndex] { return found }
      throw Refusal(
        "\(fileName.printable) does not have this schedule yet; compare NAME chooses another")
    }
    if list.count == 1 { return 0 }
    if let found = file.schedules.index(named: schedule.name) { return found }
    throw Refusal(
      "\(fileName.printable) has \(list.count) schedules; add a name after it: \(list.listing)")
  }

  /// Describes the differences of the other schedules, the calendar and the document from its own file.
  private func otherDifferences(from file: Contents) -> [String] {
    let matching = ScheduleMatching(from: file.schedules, to: contents.schedules)
    let others = contents.schedules.indices.count { index in
      index != scheduleIndex
        && matching.sources[index].map { file.schedules[$0] != contents.schedules[index] } ?? true
    }
    let gone = file.schedules.indices.count { matching.target(of: $0) == nil }
    let kept = matching.sources.compactMap(\.self)
    return [
      others == 0 ? nil : "\(counted(others, "other schedule")) differ\(others == 1 ? "s" : "")",
      gone == 0 ? nil : "schedules only in the file: \(gone)",
      kept == kept.sorted() ? nil : "the order of the schedules differs",
      file.calendar == contents.calendar ? nil : "the calendar differs",
      file.members == contents.members ? nil : "unknown members of the document differ",
    ].compactMap(\.self)
  }

  /// Opens a comparison of weeks: for each its strips, its notes, and its changes in words.
  mutating func showComparison(
    _ old: String, _ new: String, _ weeks: [ComparedWeeks],
    file: (path: String?, schedule: String?)? = nil
  ) {
    var lines: [TextPage.Line] = []
    for compared in weeks {
      if !lines.isEmpty { lines.append(.text("")) }
      if !compared.title.isEmpty { lines.append(.text(compared.title, .title)) }
      lines += compared.comparison.strips(from: layout.firstDay).map { .strip($0) }
      lines += compared.notes.map { .text($0) }
      let changes = compared.comparison.changes
      let count = changes.count
      let sentence =
        count == 0 ? "no cell differs" : count == 1 ? "1 cell differs:" : "\(count) cells differ:"
      lines.append(.text(sentence, .heading))
      lines += changes.lines(each: false, clock).map { .text("  \($0)") }
    }
    var page = TextPage(title: "- \(old)  + \(new)", lines: lines)
    page.file = file
    mode = .browsing
    dialogs.open(.page(.text(page)))
  }
}

struct ComparedWeeks {
  /// The title if there are several comparisons; otherwise empty.
  var title = ""
  let comparison: WeekComparison
  /// Other differences and remarks, one sentence each.
  var notes: [String] = []

  /// Compares two schedules: their weeks and their other members.
  init(_ old: Schedule, _ new: Schedule, title: String = "", withNames: Bool = true) {
    self.title = title
    comparison = WeekComparison(from: old.week, to: new.week)
    notes = zip(old.texts, new.texts).dropFirst(withNames ? 0 : 1).compactMap { old, new in
      let (before, after) = (old.text?.inOneLine, new.text?.inOneLine)
      if before.isExactly(after) { return nil }
      return "\(old.member.name) \(before?.quoted() ?? "none") -> \(after?.quoted() ?? "none")"
    }
    if old.members != new.members { notes.append("unknown members differ") }
  }

  /// Compares two schedules; empty if they are alike.
  static func differing(_ old: Schedule, _ new: Schedule, title: String = "") -> [ComparedWeeks] {
    let compared = ComparedWeeks(old, new, title: title)
    return compared.isAlike ? [] : [compared]
  }

  var isAlike: Bool { comparison.changes.isEmpty && notes.isEmpty }

  /// Compares the schedules that exist in both documents, and returns those that differ.
  static func all(from old: Contents, to new: Contents) -> [ComparedWeeks] {
    let matching = ScheduleMatching(from: old.schedules, to: new.schedules)
    return zip(new.schedules, matching.sources).flatMap { schedule, source -> [ComparedWeeks] in
      let title = new.schedules.count > 1 ? schedule.name : ""
      return source.map { differing(old.schedules[$0], schedule, title: title) } ?? []
    }
  }
}
