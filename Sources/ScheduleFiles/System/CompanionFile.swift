import CLibrary
import Diagnostics

/// The files beside a document in use, or in the state folder if the document's folder is not writable.
package struct CompanionFile: Hashable, Sendable {
  /// The purpose of a companion, and the end of its name.
  package enum Kind: String, CaseIterable, Sendable {
    case lock = "setpoint-lock"
    case journal = "setpoint-journal"
    /// A journal whose edits were discarded, until the next save.
    case givenUp = "setpoint-given-up"
    /// A journal with undecided conflicts, beside its replacement.
    case undecided = "setpoint-undecided"
    /// The steps that can be undone; always in the state folder.
    case history = "setpoint-history"
  }

  /// The absolute path of the document, with links resolved.
  package let document: String
  /// The folder for companions that cannot be beside their document; nil for a user without a home.
  private let stateFolder: String?

  /// Finds the companions of the document at `path`. `stateFolder` replaces `$XDG_STATE_HOME/setpoint`.
  package init(of path: String, stateFolder: String? = nil) {
    document = FilePath.absolute(path)
    self.stateFolder = stateFolder ?? Self.defaultStateFolder
  }

  /// The places for a companion, best first: a hidden file beside the document, or a file in the state folder.
  func places(_ kind: Kind) -> [String] { [beside(kind)] + (apart(kind).map { [$0] } ?? []) }

  /// The places for journals that are set aside: those of the kind, each also with numbers appended.
  func placesAside(_ kind: Kind) -> [String] { places(kind).flatMap(Self.numbered) }

  /// Returns the first free place for a journal that is set aside, in the folder of `path`; nil if all are taken.
  func freePlace(_ kind: Kind, like path: String) -> String? {
    Self.numbered(place(kind, like: path)).first { SystemCalls().absence(of: $0) == .missing }
  }

  private static func numbered(_ place: String) -> [String] {
    [place] + (2...9).map { "\(place).\($0)" }
  }

  /// Whether a path is that of a companion beside any document, so that no other file can be there.
  static func isNamed(_ path: String) -> Bool {
    let name = FilePath.split(path).name
    let endings = Kind.allCases.flatMap { numbered(".\($0.rawValue)") }
    return name.hasBytes(atStart: ".") && endings.contains(where: name.hasBytes(atEnd:))
  }

  /// Creates a companion in its first usable place, or in the state folder if `apart`.
  ///
  /// Uses the state folder if the document's folder is not writable, if the name is taken, or if the user may not write
  /// the document, since the companion would obstruct other users.
  func make<Value>(
    _ kind: Kind, apart: Bool = false, _ body: (_ path: String) throws(CallFailure) -> Value
  ) throws(CallFailure) -> Value {
    var failure = CallFailure.exists
    if isWritable && !apart {
      do throws(CallFailure) {
        return try body(beside(kind))
      } catch  where error.isFolderRefusal || error == .missing || error == .exists {
        failure = error
      }
    }
    guard let place = apartReady(kind) else { throw failure }
    return try body(place)
  }

  /// Creates the state folder and returns the place in it.
  func apartReady(_ kind: Kind) -> String? {
    guard let place = apart(kind) else { return nil }
    Folder.create(holding: place)
    return place
  }

  /// The place for a companion in the folder of `path`, another companion.
  func place(_ kind: Kind, like path: String) -> String {
    let folder = FilePath.split(path).folder
    return places(kind).first { FilePath.split($0).folder == folder } ?? beside(kind)
  }

  func beside(_ kind: Kind) -> String {
    let (folder, name) = FilePath.split(document)
    // File names are limited to 255 bytes; a longer one is identified by a digest.
    let isLong = name.utf8.count > 200
    let shown = isLong ? "\(name.shortened(to: 160)).\(name.utf8.digest)" : name
    return FilePath.joined(folder, ".\(shown).\(kind.rawValue)")
  }

  func apart(_ kind: Kind) -> String? {
    guard let stateFolder else { return nil }
    let name = FilePath.split(document).name.shortened(to: 160)
    return "\(stateFolder)/\(name).\(document.utf8.digest).\(kind.rawValue)"
  }

  package static var defaultStateFolder: String? { Folder.ofUser("XDG_STATE_HOME", ".local/state") }

  private var documentStatus: FileStatus? {
    try? SystemCalls().status(of: document, following: true)
  }

  /// Whether the user may write the document; true for a new one.
  var isWritable: Bool {
    document.withFileName { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) == 0 || errno != EACCES }
  }

  /// Checks that a companion is a file of a user who may write the document.
  func check(_ status: FileStatus) throws(CallFailure) {
    guard status.kind == .file else { throw .notAFile }
    guard status.owner != geteuid(), status.owner != 0 else { return }
    // A new document counts as its folder, but in a sticky one users own their files.
    let folder = try? SystemCalls().status(of: FilePath.split(document).folder, following: true)
    let isShared = folder.map { $0.mode & 0o1000 != 0 } ?? true
    guard let document = documentStatus ?? (isShared ? nil : folder) else { throw .foreign }
    let isOfGroup =
      document.mode & 0o020 != 0 && status.mode & 0o020 != 0 && status.group == document.group
    guard status.owner == document.owner || document.mode & 0o002 != 0 || isOfGroup else {
      throw .foreign
    }
  }

  /// Creates a companion at `path` for reading and writing by every user who may write the document.
  func create(_ path: String, on files: any FileSystem) throws(CallFailure) -> Int32 {
    let status = documentStatus
    let mode = 0o600 | ((status?.mode ?? 0) & 0o022) * 3
    guard let status, mode != 0o600 || status.owner != geteuid() else {
      let descriptor = try files.retrying(try files.open(path, .createNew))
      try? files.setMode(descriptor, mode)
      return descriptor
    }
    // Create it under a temporary name until it has its owner. Other programs may remove it before it is locked.
    for isLast in [false, false, true] {
      let temporary = StaleTemporaryFiles.path(beside: path)
      let descriptor = try files.retrying(try files.open(temporary, .createNew))
      StaleTemporaryFiles.claim(descriptor, behindLocks: true)
      defer { try? files.remove(temporary) }
      do throws(CallFailure) {
        try share(descriptor, status, mode, on: files)
        try files.link(temporary, to: path)
        return descriptor
      } catch {
        try? files.close(descriptor)
        if error == .missing, !isLast { continue }
        guard CallFailure.withoutLinks.contains(error) else { throw error }
        break
      }
    }
    // A file system without links has one owner and one mode for all of its files.
    let plain = try files.open(path, .createNew)
    try? share(plain, status, mode, on: files)
    return plain
  }

  private func share(
    _ descriptor: Int32, _ status: FileStatus, _ mode: UInt32, on files: any FileSystem
  ) throws(CallFailure) {
    // Copy access control lists, which are more detailed than the mode.
    if let source = try? files.open(document, .read) {
      _ = try? files.copyAttributes(from: source, to: descriptor, forWriters: true)
      try? files.close(source)
    }
    try files.give(descriptor, owner: status.owner, group: status.group, mode: mode)
  }
}
