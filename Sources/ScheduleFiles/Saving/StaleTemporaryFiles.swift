import CLibrary
import Diagnostics
import JSONText
import Synchronization

/// The temporary files of programs that were killed during a save.
///
/// A writer locks its file while it lives: if the file can be locked, its writer is dead. The name of a complete file
/// contains the digests of the text that it replaces and of its own. After an exchange it is the document's old file,
/// which is not locked and may contain the changes of another program.
package enum StaleTemporaryFiles {
  private static let ending = ".setpoint-tmp"
  /// The most bytes of a document's name in the name of its temporary file.
  private static let nameLimit = 128

  /// Returns a new path for a temporary file beside `target`. With `old`, the file is to replace `old` by `new`.
  static func path(beside target: String, replacing old: [UInt8]? = nil, by new: [UInt8] = [])
    -> String
  {
    let (folder, name) = FilePath.split(target)
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    let texts = old.map { "-\($0.digest)-\(new.digest)" }
    return FilePath.joined(
      folder, ".\(name.shortened(to: nameLimit)).\(unique)\(texts ?? "")\(ending)")
  }

  /// Locks a temporary file until it is closed; returns false if another program removed it as stale. A file that has
  /// locks of its own is locked after their bytes.
  ///
  /// If the file system has no locks, stale files are not removed either.
  @discardableResult
  static func claim(_ descriptor: Int32, behindLocks: Bool = false) -> Bool {
    let start = behindLocks ? 1 << 40 : 0
    let number = LockFile.set(F_WRLCK, descriptor, start..<start)
    return ![EAGAIN, EACCES].contains(number)
      && (try? SystemCalls().status(of: descriptor).links) != 0
  }

  private static let cleared = Mutex<Set<String>>([])

  /// Removes stale files in the folder of `target`, once per folder. `isLocked`: the caller holds its lock for writing.
  static func clearOnce(besides target: String, isLocked: Bool) {
    let (folder, name) = FilePath.split(target)
    guard cleared.withLock({ $0.insert(folder).inserted }) else { return }
    clear(folder, locked: isLocked ? name : nil)
  }

  /// Removes the stale files of a document and of its companions. The caller holds the lock for writing.
  package static func remove(of companion: CompanionFile) {
    let name = FilePath.split(companion.document).name
    for folder in Set(companion.places(.lock).map { FilePath.split($0).folder }) {
      clear(folder, locked: name)
    }
  }

  private static func clear(_ folder: String, locked: String?) {
    for name in Folder.names(in: folder, endingIn: ending) {
      guard let leftover = Leftover(name, in: folder) else { continue }
      if leftover.texts == nil || leftover.document == locked {
        leftover.putBackOrRemove()
      } else if leftover.document.utf8.count < nameLimit {
        let companion = CompanionFile(of: FilePath.joined(folder, leftover.document))
        try? DocumentLock.acquire(.writing, of: companion).whileHeld(leftover.putBackOrRemove)
      }
    }
  }

  /// A temporary file that may be stale.
  private struct Leftover {
    private let path: String
    private let folder: String
    /// The name of the file to replace.
    let document: String
    /// The digests of the old and the new text.
    let texts: (old: String, new: String)?

    /// Parses a file name; nil if it is not that of a temporary file.
    init?(_ name: String, in folder: String) {
      let parts = name.utf8.dropLast(ending.utf8.count)
      guard parts.first == UInt8(ascii: "."), let dot = parts.lastIndex(of: UInt8(ascii: ".")),
        dot != parts.startIndex
      else { return nil }
      let words = parts[parts.index(after: dot)...].split(
        separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let isOurs = words.allSatisfy { word in
        !word.isEmpty && word.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0) }
      }
      guard isOurs, words.count == 1 || words.count == 3 else { return nil }
      self.folder = folder
      path = FilePath.joined(folder, name)
      document = String(name[name.utf8.index(after: name.startIndex)..<dot])
      texts = words.count == 3 ? ("\(Substring(words[1]))", "\(Substring(words[2]))") : nil
    }

    /// Restores another program's changes if the writer was killed before comparing; otherwise removes the file.
    func putBackOrRemove() {
      let files = SystemCalls()
      guard let descriptor = try? files.open(path, .readWrite) else { return }
      defer { try? files.close(descriptor) }
      guard (try? files.status(of: descriptor))?.kind == .file, claim(descriptor),
        let digest = try? files.readAll(descriptor, limit: JSONLimits.size + 1).digest
      else { return }
      let target = FilePath.joined(folder, document)
      if let texts, digest != texts.old, digest != texts.new,
        let placed = try? FileReading.bytes(at: target, ofFilesAlone: true),
        placed.digest == texts.new
      {
        guard (try? files.exchange(path, with: target)) != nil else { return }
      }
      try? files.remove(path)
    }
  }
}
