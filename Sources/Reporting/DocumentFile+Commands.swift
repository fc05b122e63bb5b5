import CLibrary
package import Diagnostics
package import ScheduleFiles
package import ScheduleModel
import ScheduleText

extension Folder {
  /// The default document, for a command line without a file; a message names it if it exists.
  package static var namedDefaultDocument: String {
    if FileReading.isAnything(at: defaultDocument) {
      Console.say("using your default document, \(defaultDocument)")
    }
    return defaultDocument
  }
}

extension DocumentFile {
  package static func open(_ path: String) throws(Failure) -> DocumentFile {
    try Failure.about(path) { try DocumentFile(opening: path) }
  }

  /// Returns the index of the schedule with that name, or of the only one, for a command that writes or sends it.
  ///
  /// With `due` it is the schedule that is due today; nil for a command without that option. `hint` says what to do.
  ///
  /// - Throws: `Failure` with the names if there are several and none is given.
  package func scheduleIndex(
    named name: String?, due: Bool? = nil, hint: String? = nil
  ) throws(Failure) -> Int {
    let schedules = contents.schedules
    if due == true { return try scheduleIndex(dueOn: .today) }
    guard let name else {
      guard schedules.count > 1 else { return 0 }
      let orDue = due != nil && !contents.calendar.isEmpty ? "--due or " : ""
      let request = hint ?? "pass \(orDue)--schedule NAME"
      throw Failure(
        .usage, "\(path) has \(schedules.count) schedules; \(request): \(schedules.listing)")
    }
    guard let index = schedules.index(typed: name) else {
      let way = hint.map { " (\($0))" } ?? ""
      throw Failure(.usage, "\(path) \(schedules.sentence(aboutUnknown: name))\(way)")
    }
    return index
  }

  /// The option for a word that is not a file, but names a schedule of a file on the command line.
  package static func advice(onSchedule word: String) -> String? {
    let words = CommandLine.names
    // Each file is opened for each missing one.
    for path in words.dropFirst(2).prefix(8) where FileReading.isFile(at: path) {
      guard let file = try? open(path), file.contents.schedules.index(typed: word) != nil
      else { continue }
      let isSource =
        words.contains("--from=\(word)")
        || zip(words, words.dropFirst()).contains { $0 == ("--from", word) }
      let option = isSource ? "--from-schedule" : "--schedule"
      let hasOption =
        ["get", "set", "copy", "show", "now", "diff", "export", "push", "drift", "edit"]
        .contains(words[1])
      // `diff home.json Winter Summer`: both.
      let schedules = file.contents.schedules
      let names = words.dropFirst(2).filter {
        $0 == word || words[1] == "diff" && schedules.index(typed: $0) != nil
      }
      let options = names.map { "\(option) \($0.shellWord)" }.joined(separator: " ")
      return "; it is a schedule of \(path.printable)" + (hasOption ? "; write \(options)" : "")
    }
    return nil
  }

  package func scheduleIndex(dueOn day: CalendarDay) throws(Failure) -> Int {
    try Failure.about(path) { try contents.scheduleIndex(dueOn: day) }
  }

  /// Returns the schedule with that name, or the one due on `day`, to print it; reports the choice on standard error.
  package func shownSchedule(
    named name: String?, on day: CalendarDay = .today
  ) throws(Failure) -> Schedule {
    let schedules = contents.schedules
    if name == nil, schedules.count > 1 {
      let index = try scheduleIndex(dueOn: day)
      let reason = contents.calendar.isEmpty ? "the first of \(schedules.count)" : "due on \(day)"
      Console.say(
        "\(path): schedule \(schedules[index].name.quoted()), \(reason) "
          + "(--schedule NAME picks another)")
      return schedules[index]
    }
    return schedules[try scheduleIndex(named: name)]
  }

  /// The command that adds the other side to a schedule: `setpoint set home.json sides=both --cool 78,85`.
  package func commandAddingSides(to index: Int) -> String {
    let schedule = contents.schedules[index]
    let side = schedule.week.sides.first.other
    let levels = Week.exampleLevels(of: side, schedule.week.unit)
    var words = ["sides=both", "--\(side.name)", levels]
    if contents.schedules.count > 1 { words += ["--schedule", schedule.name] }
    return "setpoint set \(path.fileWord) \(words.map(\.shellWord).joined(separator: " "))"
  }

  /// The command that adds a schedule, as a copy of the first: `setpoint copy home.json --as Winter`.
  package func commandAdding(_ name: String) -> String {
    let schedules = contents.schedules
    let source = schedules.count > 1 ? ["--schedule", schedules[0].name] : []
    let words = source + ["--as", name]
    return "setpoint copy \(path.fileWord) \(words.map(\.shellWord).joined(separator: " "))"
  }

  /// The device that a schedule in a file names; nil if the file cannot be read, or only once.
  package static func device(in path: String?, schedule: String?, due: Bool = false) -> String? {
    guard let path, FileReading.isFile(at: path), let file = try? open(path),
      let index = try? file.scheduleIndex(named: schedule, due: due)
    else { return nil }
    return file.contents.schedules[index].device
  }

  /// Opens a document, runs `body` on it and saves it, under the document's lock.
  ///
  /// Standard input is written to standard output. `body` runs again, up to `attempts` times, if other programs change the
  /// file meanwhile. `step` names the change for `setpoint undo`.
  package static func change<Result>(
    _ path: String, _ policy: SavePolicy, attempts: Int = DocumentLock.mostAttempts,
    isDry: Bool = false, step: String, _ body: (inout DocumentFile) throws -> Result
  ) throws -> Result {
    try Failure.about(path) {
      try DocumentLock.whileLocked(path, forChange: !isDry, attempts: attempts) {
        var file = try DocumentFile(opening: path, forChange: true)
        let result = try body(&file)
        if !isDry, path != "-" {
          try file.save(policy: policy, step: step)
        } else {
          let text = try file.document.text(file: path)
          if !isDry {
            Console.writeFile(text)
          } else if file.document.isModified, path != "-" {
            try AtomicFile.write(text, to: path, policy: policy, isDry: true)
          }
        }
        return result
      }
    }
  }

  /// Saves the document, and adds the change to its undo history; writes the last text there with the same contents if
  /// `restoring`. The caller holds the lock.
  package mutating func save(
    policy: SavePolicy, step: String, restoring: Bool = false
  ) throws(FileError) {
    let (old, file) = (document.original, HistoryFile(of: CompanionFile(of: path)))
    guard !document.isNew else { return _ = try save(policy: policy) }
    let history = restoring ? try? file.history(of: old) : nil
    let kept = history?.versions.last { $0.document == contents }
    try save(policy: policy, kept: kept?.text)
    file.add(step, from: old, to: document.original)
  }
}
