package import ScheduleModel
package import ScheduleText

extension EditingSession {
  /// Watches the file from now on, and returns a descriptor that is readable when `externalChange`
  /// should be asked; nil where the system cannot tell.
  ///
  /// Not done before the document is shown: where another watch has just ended, inotify lets the next
  /// one wait for tens of milliseconds.
  package func beginWatching() -> Int32? {
    watch =
      watch
      ?? FileWatch(file.path, untilRemoved: isReadOnly ? companion.beside(.lock) : nil)
    mayHaveChanged = true
    return watch?.descriptor
  }

  /// What others made of the file since it was read or saved; call it when the watch has something,
  /// and once after `beginWatching`.
  package func externalChange() -> ExternalChange {
    let isToldOf = watch?.drain() ?? true
    guard isToldOf || mayHaveChanged else { return .none }
    mayHaveChanged = false
    return compare()
  }

  /// Merges what others made of the file with `contents`, what the editor has: returns the merge, of
  /// which the editor shows the contents and lists the conflicts. The file's text is from now on the
  /// one that saving changes.
  ///
  /// - Throws: `FileError` when the edits could not be kept anew; they are kept as before.
  package func merge(
    _ other: ScheduleDocument, into contents: Contents
  ) throws(FileError) -> ScheduleMerge {
    let base = file.document.isNew ? nil : file.document.contents
    let merge = ScheduleMerge(base: base, ours: contents, theirs: other.contents)
    file.document = other
    file.document.identify(as: merge.theirs)
    recorded = other.contents
    if let journal {
      replacedJournal = journal.path
      self.journal = nil
    }
    if merge.contents == other.contents {
      dropJournal()
    } else {
      try record(merge.contents)
    }
    return merge
  }

  func compare() -> ExternalChange {
    do throws(FileError) {
      let text = try FileReading.bytes(at: file.path, ofFilesAlone: true)
      if !file.document.isNew, text == file.document.original { return .none }
      return .changed(try DocumentFile(reading: text, at: file.path).document)
    } catch  where error.isMissing {
      return file.document.isNew ? .none : .removed
    } catch {
      return .unreadable(error)
    }
  }
}
