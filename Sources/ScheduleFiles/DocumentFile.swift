import Diagnostics
package import ScheduleModel
package import ScheduleText

/// Why a document could not be opened or saved.
package enum DocumentFileError: Error, Sendable {
  /// The system refused.
  case system(SystemError)
  /// The text is no document.
  case content(DocumentProblem)
  /// Somebody else is changing it; nil where they have not said who they are.
  case locked(LockHolder?)

  /// The failure in one sentence.
  package var reason: String {
    switch self {
    case .system(let error): error.description
    case .content(let problem): problem.diagnostics.first?.message ?? "not a schedule"
    case .locked(let holder): "\(holder?.description ?? "somebody else") is changing it"
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
  package init(new contents: Contents, at path: String) {
    self.path = path
    document = ScheduleDocument(new: contents)
  }

  /// Opens the document at `path`.
  ///
  /// - Throws: `DocumentFileError`.
  package init(opening path: String) throws(DocumentFileError) {
    try self.init(reading: Self.text(at: path), at: path)
  }

  /// Reads a document from the text that was found at `path`.
  init(reading text: [UInt8], at path: String) throws(DocumentFileError) {
    self.path = path
    do {
      document = try ScheduleDocument(reading: text, file: path)
    } catch {
      throw .content(error)
    }
  }

  /// The text of the file at `path`.
  static func text(at path: String) throws(DocumentFileError) -> [UInt8] {
    do {
      return try FileReading.bytes(at: path)
    } catch {
      throw .system(error)
    }
  }

  /// Writes what changed, atomically; does nothing when nothing changed.
  ///
  /// Whoever read the document to change it holds its lock meanwhile: `DocumentLock`.
  ///
  /// - Throws: `DocumentFileError`; the file is then as it was.
  @discardableResult
  package mutating func save(
    policy: AtomicFile.Policy = .careful, evenIfUnchanged: Bool = false,
    on files: any FileSystem = SystemCalls()
  ) throws(DocumentFileError) -> AtomicFile.Durability {
    guard document.isModified || evenIfUnchanged else { return .durable }
    let text: [UInt8]
    do {
      text = try document.text(file: path)
    } catch {
      throw .content(error)
    }
    let durability: AtomicFile.Durability
    do {
      durability = try AtomicFile.write(
        text, to: path, existing: document.isNew ? .refuse : .replace, policy: policy, on: files)
    } catch {
      throw .system(error)
    }
    document.didSave(text)
    return durability
  }
}

extension DocumentLock {
  /// How long a command waits for another one to be done with a document.
  package static let patience = Duration.seconds(10)

  /// Locks the document at `path` for a change, from reading to writing; waits for others.
  ///
  /// Returns nil for what cannot be changed by two: standard input, and a file that is not there.
  ///
  /// - Throws: `DocumentFileError`.
  package static func writing(_ path: String) throws(DocumentFileError) -> DocumentLock? {
    guard path != "-", (try? SystemCalls().status(of: path, following: true)) != nil else {
      return nil
    }
    do {
      return try acquire(.writing, of: CompanionFile(of: path), waiting: patience)
    } catch {
      switch error {
      case .held(let holder): throw .locked(holder)
      case .system(let error): throw .system(error)
      }
    }
  }
}
