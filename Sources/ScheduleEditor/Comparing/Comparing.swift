import Diagnostics
import ScheduleModel
import SchedulePictures
import TwoWayTable

extension EditorState {
  /// Carries out `diff` with its words: a schedule of the document, another file, or nothing for the document's own
  /// file.
  mutating func diff(_ words: [String]) throws(Refusal) {
    let name = words.joined(separator: " ")
    if let found = contents.schedules.index(named: name) {
      let other = contents.schedules[found]
      guard other.identity != schedule.identity else {
        throw Refusal("\(name.quoted()) is the schedule on the screen; name another, or a file")
      }
      let compared = ComparedWeeks(other, schedule)
      return show(ComparisonScreen(old: other.name, new: schedule.name, weeks: [compared]))
    }
    let schedule = words.dropFirst().joined(separator: " ")
    try compare(withFileAt: words.first, schedule: schedule.isEmpty ? nil : schedule)
  }

  /// Compares with the file of a comparison again.
  mutating func compareAgain(_ screen: ComparisonScreen) {
    do {
      if let file = screen.file { try compare(withFileAt: file.path, schedule: file.schedule) }
    } catch {
      refuse(error)
    }
  }

  /// Compares the current schedule with one in a file; `path` is nil for the document's own file.
  private mutating func compare(
    withFileAt path: String?, schedule name: String?
  ) throws(Refusal) {
    let file = try host.contents(ofFile: path.map(options.expandingHome))
    let fileName = path ?? options.fileName
    let source = try self.source(in: file, fileName: fileName, isOwn: path == nil, named: name)
    var compared = ComparedWeeks(file.schedules[source], schedule)
    if path != nil {
      // Different names in two files do not matter.
      compared.notes.removeAll { $0.hasPrefix("name ") }
    }
    let count = file.schedules.count
    if compared.isAlike, file.unit == contents.unit,
      otherDifferences(from: file, isOwn: path == nil).isEmpty
    {
      closeComparison()
      say("nothing differs from \(fileName.printable)")
      return
    }
    compared.notes += otherDifferences(from: file, isOwn: path == nil)
    if file.unit != contents.unit {
      compared.notes.append(
        "\(fileName.printable) is in \(file.unit.symbol); its values are shown in "
          + contents.unit.symbol)
    }
    if count > 1, path != nil {
      compared.notes.append(
        "\(file.schedules[source].name.quoted()) is one of \(count) schedules of \(fileName.printable)"
      )
    }
    show(
      ComparisonScreen(
        old: fileName.printable + (path == nil ? " as saved" : ""), new: "\(schedule.name) here",
        weeks: [compared], file: (path, name)))
  }

  /// Finds the schedule of a file to compare with the current one.
  private func source(
    in file: Contents, fileName: String, isOwn: Bool, named name: String?
  ) throws(Refusal) -> Int {
    let list = file.schedules
    let names = list.prefix(5).map { $0.name.quoted() }.joined(separator: ", ")
    if let name {
      if let found = file.schedules.index(named: name) { return found }
      throw Refusal("\(fileName.printable) has no schedule \(name.quoted()); it has \(names)")
    }
    if isOwn {
      let sources = ScheduleMatching(from: list, to: contents.schedules).sources
      if let found = sources[scheduleIndex] { return found }
      throw Refusal("\(fileName.printable) does not have this schedule yet")
    }
    if list.count == 1 { return 0 }
    if let found = file.schedules.index(named: schedule.name) { return found }
    throw Refusal(
      "\(fileName.printable) has \(list.count) schedules; add a name after it: \(names)")
  }

  /// Describes the differences of the other schedules from the document's own file.
  private func otherDifferences(from file: Contents, isOwn: Bool) -> [String] {
    guard isOwn else { return [] }
    let matching = ScheduleMatching(from: file.schedules, to: contents.schedules)
    let others = contents.schedules.indices.count { index in
      index != scheduleIndex
        && matching.sources[index].map { file.schedules[$0] != contents.schedules[index] } ?? true
    }
    let gone = file.schedules.indices.count { matching.target(of: $0) == nil }
    return [
      others == 0
        ? nil : others == 1 ? "1 other schedule differs" : "\(others) other schedules differ",
      gone == 0 ? nil : "schedules of the file that are not here: \(gone)",
    ].compactMap(\.self)
  }

  /// Opens a comparison, or replaces the open one.
  mutating func show(_ screen: ComparisonScreen) {
    mode = .browsing
    closeComparison()
    dialogs.open(.page(.comparison(screen)))
  }

  private mutating func closeComparison() {
    if case .page(.comparison) = dialogs.top { dialogs.close() }
  }

  /// Whether a comparison with the document's own file is open.
  var comparesWithFile: Bool {
    guard case .page(.comparison(let screen)) = dialogs.top else { return false }
    return screen.file != nil && screen.file?.path == nil
  }

  /// Called when the file changes while a comparison with it is open.
  mutating func noteChangedFile() {
    guard comparesWithFile, case .page(.comparison(var screen)) = dialogs.top else { return }
    screen.becomeStale()
    dialogs.replaceTop(with: .page(.comparison(screen)))
  }
}
