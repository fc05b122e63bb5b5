import Diagnostics
package import ScheduleModel
package import ScheduleText

extension EditingSession {
  /// Starts watching the file. Returns a descriptor that is readable when `outsideFileChange` should be called, if any.
  ///
  /// Call it after the document is shown: shortly after another watch ended, inotify can take tens of milliseconds.
  package func beginWatching() -> Int32? {
    watch =
      watch ?? FileWatch(file.path, untilRemoved: isReadOnly ? companion.beside(.lock) : nil)
    mayHaveChanged = true
    return watch?.descriptor
  }

  /// Returns what other programs changed since the last read or save. Call it after `beginWatching` and for the watch.
  package func outsideFileChange() -> OutsideFileChange? {
    let isNotified = watch?.drain() ?? true
    guard isNotified || mayHaveChanged else { return nil }
    mayHaveChanged = false
    return compare()
  }

  /// Merges another program's version of the file with the editor's `contents`. The next save is based on that version,
  /// and the next `record` starts the journal again.
  package func merge(_ other: ScheduleDocument, into contents: Contents) -> ScheduleMerge {
    let base = file.document.isNew ? nil : file.document.contents
    let merge = ScheduleMerge(base: base, ours: contents, theirs: other.contents)
    file.document = other
    file.document.identify(as: merge.theirs)
    return merge
  }

  func compare() -> OutsideFileChange {
    do throws(FileError) {
      let text = try FileReading.bytes(at: file.path, ofFilesAlone: true)
      if !file.document.isNew, text == file.document.original { return .same }
      return .changed(try DocumentFile(reading: text, at: file.path).document)
    } catch  where error.isMissing {
      return file.document.isNew ? .same : .removed
    } catch {
      return .unreadable(error)
    }
  }

  /// Saves the document unless another program changed the file.
  ///
  /// Creates a deleted file again. Removes the journal when the document is on disk. The steps of `history` led to
  /// `contents`; later sessions can undo them. Returns it with the texts that were kept.
  ///
  /// - Throws: `FileError`; the file and the journal are then unchanged.
  @discardableResult
  package func save(
    _ contents: Contents, after history: EditHistory = EditHistory(),
    policy: SavePolicy = .careful
  ) throws(FileError) -> EditHistory {
    let lock = try DocumentLock.acquire(.writing, of: companion, waiting: DocumentLock.patience)
    return try lock.whileHeld { () throws(FileError) in
      // Retry: the file is compared again, which finds a change at the last moment.
      for _ in 1..<DocumentLock.mostAttempts {
        do throws(FileError) {
          return try saveLocked(contents, history, policy)
        } catch  where error.isChangedMeanwhile || error.failure == .exists {}
      }
      return try saveLocked(contents, history, policy)
    }
  }

  private func saveLocked(
    _ contents: Contents, _ history: EditHistory, _ policy: SavePolicy
  ) throws(FileError) -> EditHistory {
    var isRemoved = false
    switch compare() {
    case .same: break
    case .changed(let other): throw .changedOutside(other)
    case .unreadable(let error): throw error
    case .removed: isRemoved = true
    }
    let before = file
    let isForeign = !before.document.isNew && history.saved != before.document.original
    var history = history.written(to: file.document)
    file.document.contents = contents
    let isDurable: Bool
    do throws(FileError) {
      isDurable = try file.save(
        policy: policy, isRemoved: isRemoved, kept: history.current.text, on: files)
    } catch {
      file = before
      throw error
    }
    (recorded, base) = (contents, contents)
    if history.current.text != file.document.original { history.interrupt() }
    history.saved = history.current.text
    if let text = history.saved, text != before.document.original {
      let kept = HistoryFile(of: companion)
      kept.keep { () throws(CallFailure) in
        isForeign || hasUnreadHistory || history.first > 0
          ? try kept.kept(of: before.document.original).followed(by: history, merging: isForeign)
          : history
      }
    }
    // Not confirmed to be on disk: keep the journal until the next one replaces it.
    if isDurable {
      dropJournal()
      // The user has saved the document since these journals were set aside.
      for kind in [CompanionFile.Kind.givenUp, .undecided] {
        for place in companion.placesAside(kind) { try? files.remove(place) }
      }
    } else if let journal {
      replacedJournal = journal.path
      self.journal = nil
    }
    return history
  }

  /// Ends the session. Unsaved edits stay for the next session unless `discarding`.
  package func close(discarding: Bool) {
    if discarding, recovery == nil { dropJournal() }
    sync.wait()
    journal = nil
    lock = nil
  }
}

extension EditHistory {
  /// Returns the kept history of the file, up to the first version of an editor's own history, and the steps since then.
  ///
  /// If the editor merged its edits with another program's text, the merge is one step after that text. Without the
  /// first version, the editor's own steps remain.
  fileprivate func followed(by own: EditHistory, merging isMerge: Bool) -> EditHistory {
    var result = self
    let text = own.versions[own.first].text
    if !isMerge {
      guard let index = versions[...position].lastIndex(where: { $0.text == text }) else {
        return own
      }
      result.position = index
    }
    result.versions.removeSubrange((result.position + 1)...)
    if let text, text != result.current.text {
      let name = StepName.words("edits, merged with the file")
      result.add(Version(name, text: text, time: CalendarDay.microseconds))
    }
    result.versions += own.versions[(own.first + 1)...]
    result.position += own.position - own.first
    return result
  }
}
