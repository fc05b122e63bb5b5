import CLibrary
import ScheduleText

/// The files that stand beside a document while it is worked on, or apart where its folder takes none.
package struct CompanionFile: Hashable, Sendable {
  /// What such a file is for; the end of its name.
  enum Kind: String, Sendable {
    case lock = "setpoint-lock"
    case journal = "setpoint-journal"
  }

  /// The document, from the root, links resolved.
  package let document: String
  /// Where the files go that cannot stand beside their document.
  private let stateFolder: String

  /// Names the companions of the document at `path`; `stateFolder` stands for
  /// `$XDG_STATE_HOME/setpoint`.
  package init(of path: String, stateFolder: String? = nil) {
    document = FilePath.absolute(path)
    self.stateFolder = stateFolder ?? Self.defaultStateFolder
  }

  /// The places for a file of the kind, the best first: beside the document, hidden; in the state
  /// folder, with a name made of the document's path.
  func places(_ kind: Kind) -> [String] { [beside(kind), apart(kind)] }

  /// The files of the kind in the state folder for documents of this name: version 0.1 told them apart
  /// by another digest. What they hold says which document they are of.
  func namesakes(_ kind: Kind) -> [String] {
    let start = FilePath.split(document).name.shortened(to: 160) + "."
    let names = (Folder.entries(in: stateFolder) ?? []).map(\.name)
    return names.filter { $0.hasPrefix(start) && $0.hasSuffix(".\(kind.rawValue)") }
      .map { "\(stateFolder)/\($0)" }.filter { $0 != apart(kind) }
  }

  /// Makes a file of the kind in the first of its places that takes it.
  ///
  /// Where the folder takes none, or something that is not to be replaced stands there, it goes apart.
  func make<Value>(
    _ kind: Kind, _ body: (_ path: String) throws(CallFailure) -> Value
  ) throws(CallFailure) -> Value {
    do throws(CallFailure) {
      return try body(beside(kind))
    } catch  where error.isFolderRefusal || error == .missing || error == .exists {
      Folder.create(holding: stateFolder)
      mkdir(stateFolder, 0o700)
      return try body(apart(kind))
    }
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

  private func apart(_ kind: Kind) -> String {
    let name = FilePath.split(document).name.shortened(to: 160)
    return "\(stateFolder)/\(name).\(Self.digest(of: document)).\(kind.rawValue)"
  }

  /// Tells names apart that begin alike: FNV-1a of 64 bits. A journal says which document it is of.
  private static func digest(of name: String) -> String {
    let sum = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(sum, radix: 16)
  }

  /// `$XDG_STATE_HOME/setpoint`, else `~/.local/state/setpoint` (XDG Base Directory Specification).
  private static var defaultStateFolder: String {
    if let state = getenv("XDG_STATE_HOME"), state.pointee == 0x2F {
      return String(fileName: state) + "/setpoint"
    }
    return (getenv("HOME").map { String(fileName: $0) } ?? "/tmp") + "/.local/state/setpoint"
  }
}
