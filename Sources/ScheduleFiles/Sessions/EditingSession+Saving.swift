package import ScheduleModel
import ScheduleText

extension EditingSession {
  /// Saves the document unless another program changed the file.
  ///
  /// Creates a deleted file again. Removes the journal when the document is on disk.
  ///
  /// - Throws: `FileError`; the file and the journal are then unchanged.
  package func save(
    _ contents: Contents, policy: AtomicFile.Policy = .careful
  ) throws(FileError) {
    let lock = try DocumentLock.acquire(
      .writing, of: companion, waiting: DocumentLock.patience)
    try lock.whileHeld { () throws(FileError) in
      // Retry: the file is compared again, which finds a change at the last moment.
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
    // Not confirmed to be on disk: keep the journal until the next one replaces it.
    if durability == .durable {
      dropJournal()
      removeWhatIsAside()
    } else if let journal {
      replacedJournal = journal.path
      self.journal = nil
    }
  }

  /// Ends the session. Unsaved edits stay for the next session unless `discarding`.
  package func close(discarding: Bool) {
    if discarding, recovery == nil { dropJournal() }
    if let journal { try? journal.synchronize() }
    journal = nil
    lock = nil
  }
}
