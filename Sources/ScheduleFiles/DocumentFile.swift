package import ScheduleModel
package import ScheduleText

/// A schedule file that was read or will be created, with its path.
package struct DocumentFile: Sendable {
  /// The path of the file; `-` for standard input and output.
  package let path: String
  package var document: ScheduleDocument

  /// The schedules, their unit and the calendar.
  package var contents: Contents {
    get { document.contents }
    set { document.contents = newValue }
  }

  /// Creates a document that will be saved at `path`.
  package init(new contents: Contents, at path: String) {
    self.path = path
    document = ScheduleDocument(new: contents)
  }

  /// Opens the document at `path`. For a change, only regular files are read, so opening never waits for a pipe.
  package init(opening path: String, forChange isChange: Bool = false) throws(FileError) {
    let text = try FileReading.bytes(at: path, ofFilesAlone: isChange && path != "-")
    try self.init(reading: text, at: path)
  }

  /// Parses a document from the text of the file at `path`.
  package init(reading text: [UInt8], at path: String) throws(FileError) {
    self.path = path
    do {
      document = try ScheduleDocument(reading: text, file: path)
    } catch {
      throw .content(error)
    }
  }

  /// Writes the changes atomically; does nothing if there are none. `isRemoved` means that the file was deleted and is
  /// to be written again. `kept` is written instead of a derived text if it has the same contents.
  ///
  /// The caller must have held the document's lock since reading it (`DocumentLock.whileLocked`).
  ///
  /// - Returns: whether the system confirms that the file is on disk.
  /// - Throws: `FileError`. The file is then unchanged, or as another program left it (`isChangedMeanwhile`).
  @discardableResult
  package mutating func save(
    policy: SavePolicy = .careful, isRemoved: Bool = false, kept: [UInt8]? = nil,
    on files: any FileSystem = SystemCalls()
  ) throws(FileError) -> Bool {
    let text: [UInt8]
    do {
      text = try document.text(file: path, kept: kept)
    } catch {
      throw .content(error)
    }
    guard isRemoved || text != document.original else { return true }
    let isDurable = try AtomicFile.write(
      text, to: path,
      existing: document.isNew || isRemoved ? .refuse : .replaceText(document.original),
      policy: policy, on: files)
    document.didSave(text)
    return isDurable
  }
}
