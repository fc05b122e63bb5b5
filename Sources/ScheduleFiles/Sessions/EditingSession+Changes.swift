package import ScheduleModel
package import ScheduleText

extension EditingSession {
  /// Starts watching the file. Returns a descriptor that is readable when `externalChange` should be called; nil if the
  /// system has no watch.
  ///
  /// Call it after the document is shown: shortly after another watch ended, inotify can take tens of milliseconds.
  package func beginWatching() -> Int32? {
    watch =
      watch
      ?? FileWatch(file.path, untilRemoved: isReadOnly ? companion.beside(.lock) : nil)
    mayHaveChanged = true
    return watch?.descriptor
  }

  /// Returns what other programs changed since the file was read or saved. Call it when the watch is readable, and once
  /// after `beginWatching`.
  package func externalChange() -> ExternalChange {
    let isToldOf = watch?.drain() ?? true
    guard isToldOf || mayHaveChanged else { return .none }
    mayHaveChanged = false
    return compare()
  }

  /// Merges another program's version of the file with the editor's `contents`. The next save is based on that version.
  ///
  /// - Throws: `FileError` if the edits could not be journaled again; the old journal remains.
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
