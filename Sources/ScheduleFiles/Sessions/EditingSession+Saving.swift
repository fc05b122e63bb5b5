package import ScheduleModel
import ScheduleText

extension EditingSession {
  /// Writes the document, unless others changed the file meanwhile.
  ///
  /// A file that is gone is written anew. The journal is removed when the document is on the disk.
  ///
  /// - Throws: `FileError`; the file and the journal are then as they were.
  package func save(
    _ contents: Contents, policy: AtomicFile.Policy = .careful
  ) throws(FileError) {
    let lock = try DocumentLock.acquire(
      .writing, of: companion, waiting: DocumentLock.patience)
    try lock.whileHeld { () throws(FileError) in
      // What another program changed in the last moment is seen when the file is compared again.
      for _ in 1..<DocumentLock.mostAttempts {
        do throws(FileError) {
          return try saveLocked(contents, policy)
        } catch  where error.isChangedMeanwhile || error.failure == .exists {
          continue
        }
      }
      try saveLocked(contents, policy)
    }
  }

  private func saveLocked(
    _ contents: Contents, _ policy: AtomicFile.Policy
  ) throws(FileError) {
    var isRemoved = false
    switch compare() {
    case .none: break
    case .changed(let other): throw .changedOutside(other)
    case .unreadable(let error): throw error
    case .removed: isRemoved = true
    }
    let before = file
    file.document.contents = contents
    let durability: AtomicFile.Durability
    do throws(FileError) {
      durability = try file.save(policy: policy, isRemoved: isRemoved, on: files)
    } catch {
      file = before
      throw error
    }
    recorded = contents
    // Not confirmed to be on the disk: the journal stays until the next one takes its place.
    if durability == .durable {
      dropJournal()
      removeWhatIsAside()
    } else if let journal {
      replacedJournal = journal.path
      self.journal = nil
    }
  }

  /// Ends the session. Edits that were not saved stay for the next one, unless they are given up.
  package func close(discarding: Bool) {
    if discarding, recovery == nil { dropJournal() }
    if let journal { try? journal.synchronize() }
    journal = nil
    lock = nil
  }
}
