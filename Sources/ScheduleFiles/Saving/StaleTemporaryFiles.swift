import CLibrary
import JSONText
import ScheduleText
import Synchronization

/// The temporary files of programs that were killed while they saved.
///
/// A writer locks its file for as long as it lives: if the file can be locked, its writer is dead. Once it is whole,
/// a file that is to exchange its name with a document carries the digests of the text that it replaces and of its own
/// in its name: after the exchange it is the document's old file, which nobody has locked, and may be what another
/// program wrote.
package enum StaleTemporaryFiles {
  private static let ending = ".setpoint-tmp"
  /// How many bytes of a document's name are in that of its temporary files.
  private static let nameLimit = 128

  /// Returns a new path for a temporary file beside `target`, which replaces `old` by `new` there, or anything.
  static func path(beside target: String, replacing old: [UInt8]? = nil, by new: [UInt8] = [])
    -> String
  {
    let (folder, name) = FilePath.split(target)
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    let texts = old.map {
      "-\(CompanionFile.digest(of: $0))-\(CompanionFile.digest(of: new))"
    }
    return FilePath.joined(
      folder, ".\(name.shortened(to: nameLimit)).\(unique)\(texts ?? "")\(ending)")
  }

  /// Locks a temporary file until it is closed; returns false if a program took it for a leftover before. A file
  /// that is to have locks of its own is locked after their bytes.
  ///
  /// Where the file system has no locks, leftovers are not removed either.
  @discardableResult
  static func claim(_ descriptor: Int32, behindLocks: Bool = false) -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = behindLocks ? 1 << 40 : 0
    let isHeld = fcntl(descriptor, file_lock_try, &lock) != 0 && [EAGAIN, EACCES].contains(errno)
    return !isHeld && (try? SystemCalls().status(of: descriptor).links) != 0
  }

  private static let cleared = Mutex<Set<String>>([])

  /// Removes what killed writers left in the folder of `target`, once for each folder. `isLocked` tells whether the
  /// caller holds the lock of `target` for writing.
  static func clearOnce(besides target: String, isLocked: Bool) {
    let (folder, name) = FilePath.split(target)
    guard cleared.withLock({ $0.insert(folder).inserted }) else { return }
    clear(folder, locked: isLocked ? name : nil)
  }

  /// Removes what killed writers of a document and of its companions left. The caller has the lock for writing.
  package static func remove(of companion: CompanionFile) {
    let name = FilePath.split(companion.document).name
    for folder in Set(companion.places(.lock).map { FilePath.split($0).folder }) {
      clear(folder, locked: name)
    }
  }

  private static func clear(_ folder: String, locked: String?) {
    for name in Folder.names(in: folder, endingIn: ending) {
      guard let leftover = Leftover(name, in: folder) else { continue }
      if leftover.texts == nil {
        leftover.remove()
      } else if leftover.document == locked {
        leftover.putBackOrRemove()
      } else if leftover.document.utf8.count < nameLimit {
        let companion = CompanionFile(of: FilePath.joined(folder, leftover.document))
        try? DocumentLock.acquire(.writing, of: companion).whileHeld(leftover.putBackOrRemove)
      }
    }
  }

  /// A temporary file that may be nobody's.
  private struct Leftover {
    private let path: String
    private let folder: String
    /// The name of the file that it was to replace.
    let document: String
    /// The digests of the text that it was to replace and of its own.
    let texts: (old: String, new: String)?

    /// Takes the name apart; nil for another program's file.
    init?(_ name: String, in folder: String) {
      let parts = name.utf8.dropLast(ending.utf8.count)
      guard parts.first == UInt8(ascii: "."), let dot = parts.lastIndex(of: UInt8(ascii: ".")),
        dot != parts.startIndex
      else { return nil }
      let words = parts[parts.index(after: dot)...].split(
        separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let isOurs = words.allSatisfy { word in
        !word.isEmpty
          && word.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      }
      guard isOurs, words.count == 1 || words.count == 3 else { return nil }
      self.folder = folder
      path = FilePath.joined(folder, name)
      document = String(name[name.utf8.index(after: name.startIndex)..<dot])
      texts = words.count == 3 ? ("\(Substring(words[1]))", "\(Substring(words[2]))") : nil
    }

    /// Removes the file if its writer is dead.
    func remove() { whileClaimed { _ in try? SystemCalls().remove(path) } }

    /// Puts back what another program wrote, if a writer was killed after it had exchanged the files and before it
    /// had looked at what came out; removes the file else.
    func putBackOrRemove() {
      whileClaimed { descriptor in
        let files = SystemCalls()
        let target = FilePath.joined(folder, document)
        let text = (try? files.readAll(descriptor, limit: JSONLimits.size + 1)) ?? []
        let digest = CompanionFile.digest(of: text)
        if let texts, digest != texts.old, digest != texts.new,
          let placed = try? FileReading.bytes(at: target, ofFilesAlone: true),
          CompanionFile.digest(of: placed) == texts.new
        {
          guard (try? files.exchange(path, with: target)) != nil else { return }
        }
        try? files.remove(path)
      }
    }

    private func whileClaimed(_ body: (Int32) -> Void) {
      let files = SystemCalls()
      guard let descriptor = try? files.open(path, .readWrite) else { return }
      if (try? files.status(of: descriptor))?.kind == .file, claim(descriptor) { body(descriptor) }
      try? files.close(descriptor)
    }
  }
}
