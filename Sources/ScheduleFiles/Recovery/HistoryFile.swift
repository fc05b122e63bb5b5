import CLibrary
import Diagnostics
import JSONText
package import ScheduleModel
import ScheduleText

/// The file with the undo history of a document: in the state folder, mode 0600.
///
/// It is written after the document, under the same lock. After a crash between the two it does not match the
/// document's text, and the history is interrupted.
package struct HistoryFile {
  private let companion: CompanionFile
  private let files = SystemCalls()

  package init(of companion: CompanionFile) { self.companion = companion }

  /// Returns the history of the document, whose current text is `text`.
  package func history(of text: [UInt8]) throws(FileError) -> EditHistory {
    try FileError.attempt(
      .history, companion.apart(.history) ?? companion.document, try kept(of: text))
  }

  /// The same; a history that cannot be read must not be overwritten.
  func kept(of text: [UInt8]) throws(CallFailure) -> EditHistory {
    guard let path = companion.apart(.history) else { return EditHistory(text: text) }
    do throws(CallFailure) {
      let bytes = try FoundJournal.bytes(at: path, of: companion)
      return EditHistory(reading: bytes, document: companion.document, text: text)
    } catch  where !FoundJournal.mayExist(at: path) {
      return EditHistory(text: text)
    }
  }

  /// Writes a history; removes the file of one without steps. Reports a failure: the last change cannot be undone.
  package func keep(_ history: () throws(CallFailure) -> EditHistory) {
    guard let path = companion.apartReady(.history) else { return Fallback.note(.allHistories) }
    let lines: [UInt8]?
    do throws(CallFailure) {
      lines = try history().encoded(document: companion.document)
    } catch {
      return Fallback.note(.history(document: companion.document, path: path, error))
    }
    guard let lines else {
      try? files.remove(path)
      return
    }
    let fresh = JournalFile.successor(of: path)
    try? files.remove(fresh)
    do throws(CallFailure) {
      let descriptor = try files.open(fresh, .createNew)
      defer { try? files.close(descriptor) }
      // The umask may have removed permissions of the owner.
      try files.setMode(descriptor, 0o600)
      try files.writeAll(lines, to: descriptor)
      // No fsync: checksums detect an incomplete file.
      try files.rename(fresh, to: path)
    } catch {
      try? files.remove(fresh)
      let hasFolder = !CallFailure.withoutPlace.contains(error) && !error.isFolderRefusal
      Fallback.note(
        hasFolder ? .history(document: companion.document, path: path, error) : .allHistories)
    }
  }

  /// Adds the step of a command that changed the document from `old` to `new`, or reports that it cannot be undone. The
  /// caller holds the document's lock for writing.
  package func add(_ name: String, from old: [UInt8], to new: [UInt8]) {
    guard old != new else { return }
    guard ![old, new].contains(where: { $0.count > JSONLimits.size || $0.contains(0) }) else {
      return Fallback.note(.text(document: companion.document))
    }
    // Not when a step is undone, since other files may have the same step.
    Self.forgetOldest
    keep { () throws(CallFailure) in
      var history = try kept(of: old)
      history.add(EditHistory.Version(.words(name), text: new, time: Self.commandTime))
      return history
    }
  }

  /// The same for all files that a command changes, so that equal steps can be listed together.
  package static let commandTime = CalendarDay.microseconds

  /// Removes the oldest histories; once per process.
  private static let forgetOldest: Void = {
    guard let folder = CompanionFile.defaultStateFolder else { return }
    let ending = ".\(CompanionFile.Kind.history.rawValue)"
    Folder.forgetOldest(in: folder, endingIn: ending, keeping: 10_000)
  }()
}

extension EditHistory {
  /// The limits of a file. It has one step to undo even if the texts of that step are longer.
  package static let mostSteps = 100, mostBytes = 1 << 20

  /// Returns the history with the texts that saving each version would write; `document` is the file before the save.
  ///
  /// Only versions near the current one get a text, within the limits of a file.
  func written(to document: ScheduleDocument) -> EditHistory {
    var history = self
    if let saved, saved != document.original { history.interrupt() }
    let most = min(Self.mostSteps, max(1, Self.mostBytes / max(1, document.original.count)))
    history.first = max(min(history.first, position), position - most)
    let known = history.versions.last { $0.text != nil && $0.contents != nil }
    var base = document
    if known != nil || document.isNew {
      base.contents = (known ?? versions[history.first]).contents ?? document.contents
      base.didSave(known?.text ?? CanonicalText.text(of: base.contents))
    }
    let missing = versions.indices[history.first...].prefix(most + 1)
      .filter { history.versions[$0].text == nil }
    let texts = base.texts(of: missing.compactMap { versions[$0].contents })
    for (index, text) in zip(missing, texts) {
      history.versions[index].text = text
      history.versions[index].time = history.versions[index].time ?? CalendarDay.microseconds
    }
    // A recovered version has the text of an earlier one.
    if position > 0, history.current.time == nil {
      history.versions[position].time = CalendarDay.microseconds
    }
    return history
  }

  /// Returns the lines of a file with the steps within the limits, or nil if there are none. `document` is its path.
  package func encoded(document: String) -> [UInt8]? {
    let texts = versions[first...].prefix { $0.text != nil }
    let lines = texts.map { version in
      JournalLine.encoded(
        [
          "step": .string(version.name.text().shortened(to: 200)),
          "time": .optional(version.time), "undone": .optional(version.undone),
          "outside": .boolean(version.name.isOutsideChange),
          // A damaged file may not be UTF-8.
          "text": .string(String(fileName: version.text ?? [])),
        ])
    }
    var kept = lines.indices[...]
    // With room for the first line.
    var size = lines.reduce(document.utf8.count * 6 + 200) { $0 + $1.count }
    while kept.count > Self.mostSteps + 1 || kept.count > 2 && size > Self.mostBytes {
      // The last step that can be undone stays.
      let isOldest = kept.startIndex + 1 < position - first
      size -= lines[isOldest ? kept.removeFirst() : kept.removeLast()].count
    }
    guard kept.count > 1 else { return nil }
    let header: JSONValue = [
      "format": .string("setpoint-history"), "version": .integer(2),
      "document": .string(document), "position": .integer(position - first - kept.startIndex),
      "versions": .integer(kept.count), "interrupted": .boolean(isInterrupted),
    ]
    return lines[kept].reduce(into: JournalLine.encoded(header)) { $0 += $1 }
  }

  /// Reads a file; the history is interrupted if the file belongs to another text or document, or is damaged.
  package init(reading bytes: [UInt8], document: String, text: [UInt8]) {
    self.init(text: text)
    let lines = bytes.split(separator: 0x0A).map { JournalLine.decoded($0)?.root }
    let versions = lines.dropFirst().compactMap { line -> Version? in
      guard let words = line?["step"]?.string, let text = line?["text"]?.string else { return nil }
      let name = StepName.words(words, isOutside: line?["outside"]?.boolean == true)
      let bytes = text.holdsBytes ? text.fileNameBytes : Array(text.utf8)
      return Version(
        name, text: bytes, time: line?["time"]?.integer, undone: line?["undone"]?.integer)
    }
    guard let header = lines.first ?? nil,
      header["format"]?.string == "setpoint-history", header["version"]?.integer == 2,
      header["document"]?.string == document, header["versions"]?.integer == versions.count,
      let position = header["position"]?.integer, versions.indices.contains(position)
    else {
      isInterrupted = true
      return
    }
    guard versions[position].text == text else {
      (isInterrupted, overtaken) = (true, position > 0 ? versions[position] : nil)
      return
    }
    (self.versions, self.position) = (versions, position)
    isInterrupted = header["interrupted"]?.boolean == true
  }
}
