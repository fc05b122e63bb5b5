import CLibrary
import ScheduleText

/// The files that stand beside a document while it is worked on, or apart where its folder takes none.
package struct CompanionFile: Hashable, Sendable {
  /// What such a file is for; the end of its name.
  enum Kind: String, Sendable {
    case lock = "setpoint-lock"
    case journal = "setpoint-journal"
    /// A journal whose edits were given up, until the next save.
    case givenUp = "setpoint-given-up"
    /// A journal of which a part is still to be decided, beside the one that took its place.
    case undecided = "setpoint-undecided"
  }

  /// The document, from the root, links resolved.
  package let document: String
  /// Where the files go that cannot stand beside their document; nil for a user without a home.
  private let stateFolder: String?

  /// Names the companions of the document at `path`; `stateFolder` stands for
  /// `$XDG_STATE_HOME/setpoint`.
  package init(of path: String, stateFolder: String? = nil) {
    document = FilePath.absolute(path)
    self.stateFolder = stateFolder ?? Self.defaultStateFolder
  }

  /// The places for a file of the kind, the best first: beside the document, hidden; in the state
  /// folder, with a name made of the document's path.
  func places(_ kind: Kind) -> [String] { [beside(kind)] + (apart(kind).map { [$0] } ?? []) }

  /// The places for journals that are put aside, of which several may wait: those of the kind, and each
  /// with a number behind it.
  func placesAside(_ kind: Kind) -> [String] { places(kind).flatMap(Self.numbered) }

  /// The first place for a journal that is put aside, in the folder of `path`, where nothing stands; nil
  /// where all are taken.
  func freePlace(_ kind: Kind, like path: String) -> String? {
    Self.numbered(place(kind, like: path)).first { place in
      var status = stat()
      return lstat(place, &status) != 0 && errno == ENOENT
    }
  }

  private static func numbered(_ place: String) -> [String] {
    [place] + (2...9).map { "\(place).\($0)" }
  }

  /// The files of the kind in the state folder for documents of this name: version 0.1 told them apart
  /// by another digest. What they hold says which document they are of.
  func namesakes(_ kind: Kind) -> [String] {
    guard let stateFolder else { return [] }
    let start = FilePath.split(document).name.shortened(to: 160) + "."
    let names = (Folder.entries(in: stateFolder) ?? []).map(\.name)
    return names.filter { $0.hasBytes(atStart: start) && $0.hasBytes(atEnd: ".\(kind.rawValue)") }
      .map { "\(stateFolder)/\($0)" }.filter { $0 != apart(kind) }
  }

  /// Makes a file of the kind in the first of its places that takes it, or `apart` from the document.
  ///
  /// Where the folder takes none, or something that is not to be replaced stands there, it goes apart;
  /// so does that of a document which the user may not write, since it would be in the way of others.
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

  /// The place in the state folder, which is made.
  func apartReady(_ kind: Kind) -> String? {
    guard let place = apart(kind) else { return nil }
    Folder.create(holding: place)
    return place
  }

  /// The place for a file of the kind in the folder of `path`, which is a companion too.
  func place(_ kind: Kind, like path: String) -> String {
    let folder = FilePath.split(path).folder
    return places(kind).first { FilePath.split($0).folder == folder } ?? beside(kind)
  }

  func beside(_ kind: Kind) -> String {
    let (folder, name) = FilePath.split(document)
    // A name may have 255 bytes; a longer one is told apart by its digest.
    let isShort = name.utf8.count <= 200
    let shown =
      isShort
      ? name : "\(name.shortened(to: 160)).\(Self.digest(of: name))"
    return FilePath.joined(folder, ".\(shown).\(kind.rawValue)")
  }

  private func apart(_ kind: Kind) -> String? {
    guard let stateFolder else { return nil }
    let name = FilePath.split(document).name.shortened(to: 160)
    return "\(stateFolder)/\(name).\(Self.digest(of: document)).\(kind.rawValue)"
  }

  /// Tells names apart that begin alike: FNV-1a of 64 bits. A journal says which document it is of.
  package static func digest(of name: String) -> String { digest(of: name.utf8) }

  static func digest(of bytes: some Sequence<UInt8>) -> String {
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(sum, radix: 16)
  }

  /// `$XDG_STATE_HOME/setpoint`, else `~/.local/state/setpoint` (XDG Base Directory Specification).
  package static var defaultStateFolder: String? {
    for (variable, rest) in [("XDG_STATE_HOME", ""), ("HOME", "/.local/state")] {
      if let folder = getenv(variable), folder.pointee == 0x2F {
        return String(fileName: folder) + rest + "/setpoint"
      }
    }
    return nil
  }
}

// MARK: Several users

extension CompanionFile {
  private var documentStatus: FileStatus? {
    try? SystemCalls().status(of: document, following: true)
  }

  /// The folder of a document that is not there yet; nil where each user keeps to their own files.
  private var folderStatus: FileStatus? {
    let status = try? SystemCalls().status(of: FilePath.split(document).folder, following: true)
    return status.flatMap { $0.mode & 0o1000 == 0 ? $0 : nil }
  }

  /// Whether the user may write the document; also where there is none yet.
  var isWritable: Bool {
    document.withFileName { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) == 0 || errno != EACCES }
  }

  /// Whether a companion is one: a file, and of somebody who may write the document as well.
  ///
  /// - Throws: `CallFailure` where it is something else.
  func check(_ status: FileStatus) throws(CallFailure) {
    guard status.kind == .file else { throw .notAFile }
    guard status.owner != geteuid(), status.owner != 0 else { return }
    guard let document = documentStatus ?? folderStatus else { throw .foreign }
    let isOfGroup =
      document.mode & 0o020 != 0 && status.mode & 0o020 != 0 && status.group == document.group
    guard status.owner == document.owner || document.mode & 0o002 != 0 || isOfGroup else {
      throw .foreign
    }
  }

  /// Makes a companion at `path`, open for reading and writing, for whoever may write the document.
  ///
  /// - Throws: `CallFailure`; `.exists` where something stands there.
  func create(_ path: String, on files: any FileSystem) throws(CallFailure) -> Int32 {
    let status = documentStatus
    let mode = 0o600 | ((status?.mode ?? 0) & 0o022) * 3
    guard let status, mode != 0o600 || status.owner != geteuid() else {
      let descriptor = try files.retrying(try files.open(path, .createNew))
      if FilePath.creationMask & 0o600 != 0 { try? files.setMode(descriptor, mode) }
      return descriptor
    }
    // Made elsewhere, so that nobody meets it before it is theirs as well. Before it is claimed, another may
    // take it for one that a killed program left.
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
    // Access control lists, which say more than the mode.
    if let source = try? files.open(document, .read) {
      try? files.copyAttributes(from: source, to: descriptor)
      try? files.close(source)
    }
    _ = try files.give(descriptor, owner: status.owner, group: status.group, mode: mode)
  }
}
