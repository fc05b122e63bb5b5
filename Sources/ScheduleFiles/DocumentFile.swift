import Diagnostics
package import ScheduleModel

/// Why a document could not be opened or saved.
package enum DocumentFileError: Error, Sendable {
  /// The system refused.
  case system(SystemError)
  /// The text is no document.
  case content(DocumentProblem)

  /// The failure in one sentence.
  package var reason: String {
    switch self {
    case .system(let error): error.description
    case .content(let problem): problem.diagnostics.first?.message ?? "not a schedule"
    }
  }
}

/// A document and the file that it lives in.
package struct DocumentFile: Sendable {
  /// The file; `-` for standard input and output.
  package let path: String
  /// The document.
  package var document: ScheduleDocument

  /// Begins a document that will live at `path`.
  package init(new contents: ScheduleCollection, at path: String) {
    self.path = path
    document = ScheduleDocument(new: contents)
  }

  /// Opens the document at `path`.
  ///
  /// - Throws: `DocumentFileError`.
  package init(opening path: String) throws(DocumentFileError) {
    self.path = path
    do {
      document = try ScheduleDocument(reading: FileReading.bytes(at: path), file: path)
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw .content(error as? DocumentProblem ?? DocumentProblem(diagnostics: []))
    }
  }

  /// Writes what changed, atomically; does nothing when nothing changed.
  ///
  /// - Throws: `DocumentFileError`; the file is then as it was.
  package mutating func save() throws(DocumentFileError) {
    guard document.isModified else { return }
    let text: [UInt8]
    do {
      text = try document.text(file: path)
    } catch {
      throw .content(error)
    }
    do {
      try AtomicFile.write(text, to: path, existing: document.isNew ? .refuse : .replace)
    } catch {
      throw .system(error)
    }
    document.didSave(text)
  }
}
