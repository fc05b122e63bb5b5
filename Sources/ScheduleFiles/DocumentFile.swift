package import ScheduleModel
package import ScheduleText

/// A document and the file that it lives in.
package struct DocumentFile: Sendable {
  /// The file; `-` for standard input and output.
  package let path: String
  package var document: ScheduleDocument

  /// Begins a document that will live at `path`.
  package init(new contents: Contents, at path: String) {
    self.path = path
    document = ScheduleDocument(new: contents)
  }

  /// Opens the document at `path`; where it is to be written again, nothing but a file is waited for.
  ///
  /// - Throws: `FileError`.
  package init(opening path: String, forChange isChange: Bool = false) throws(FileError) {
    let text = try FileReading.bytes(at: path, ofFilesAlone: isChange && path != "-")
    try self.init(reading: text, at: path)
  }

  /// Reads a document from the text that was found at `path`.
  init(reading text: [UInt8], at path: String) throws(FileError) {
    self.path = path
    do {
      document = try ScheduleDocument(reading: text, file: path)
    } catch {
      throw .content(error)
    }
  }

  /// Writes what changed, atomically; does nothing when nothing changed. `isRemoved` tells that the file is gone
  /// and is to be written again.
  ///
  /// The caller holds the document's lock since it read the document: `DocumentLock.whileLocked`.
  ///
  /// - Throws: `FileError`; the file is then as it was, or as another program changed it: `isChangedMeanwhile`.
  @discardableResult
  package mutating func save(
    policy: AtomicFile.Policy = .careful, isRemoved: Bool = false,
    on files: any FileSystem = SystemCalls()
  ) throws(FileError) -> AtomicFile.Durability {
    guard document.isModified || isRemoved else { return .durable }
    let text: [UInt8]
    do {
      text = try document.text(file: path)
    } catch {
      throw .content(error)
    }
    let durability = try AtomicFile.write(
      text, to: path,
      existing: document.isNew || isRemoved ? .refuse : .replaceText(document.original),
      policy: policy, on: files)
    document.didSave(text)
    return durability
  }
}
