import CLibrary
import ScheduleText

/// The temporary files of programs that were killed while they saved.
///
/// A writer locks its file as long as it lives; one that can be locked by somebody else is nobody's.
package enum StaleTemporaryFiles {
  /// A new path for a temporary file beside `target`.
  static func path(beside target: String) -> String {
    let (folder, name) = FilePath.split(target)
    let (start, end) = parts(of: name)
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    return FilePath.joined(folder, start + unique + end)
  }

  /// How the name of the temporary file for `name` begins and ends, as no other program's does.
  private static func parts(of name: String) -> (start: String, end: String) {
    (".\(name.shortened(to: 128)).", ".setpoint-tmp")
  }

  /// Takes hold of a temporary file until it is closed. Where the file system has no locks nothing is
  /// removed either. A file that is to have locks of its own is held behind them.
  @discardableResult
  static func claim(_ descriptor: Int32, behindLocks: Bool = false) -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = behindLocks ? 1 << 40 : 0
    return fcntl(descriptor, file_lock_try, &lock) == 0
  }

  /// Removes what killed writers of a document and of its companions left. Whoever calls has the lock for
  /// writing, so that nobody is just making one of the document.
  package static func remove(of companion: CompanionFile) {
    let journals = companion.places(.journal)
    let files =
      [companion.document] + companion.places(.lock) + journals
      + journals.map(JournalFile.successor)
    var rest = files.map(FilePath.split)
    while let folder = rest.first?.folder {
      let here = rest.filter { $0.folder.utf8.elementsEqual(folder.utf8) }
      rest.removeAll { $0.folder.utf8.elementsEqual(folder.utf8) }
      let entries = Folder.entries(in: folder) ?? []
      for (_, name) in here { remove(entries, in: folder, of: name) }
    }
  }

  private static func remove(_ entries: [Folder.Entry], in folder: String, of name: String) {
    let (start, end) = parts(of: name)
    let files = SystemCalls()
    for entry in entries {
      guard entry.name.hasBytes(atStart: start), entry.name.hasBytes(atEnd: end),
        entry.name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count).allSatisfy({
          (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
        })
      else { continue }
      let path = FilePath.joined(folder, entry.name)
      guard let descriptor = try? files.open(path, .readWrite) else { continue }
      if (try? files.status(of: descriptor))?.kind == .file, claim(descriptor) {
        try? files.remove(path)
      }
      try? files.close(descriptor)
    }
  }
}
