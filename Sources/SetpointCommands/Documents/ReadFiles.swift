import ScheduleFiles

/// The files that a command has read: none of them is written over.
final class ReadFiles {
  private let paths: [String]
  /// What they are, looked at once: each of many results is compared with all of them.
  private lazy var identities = Set(paths.compactMap(FileIdentity.init))

  init(_ paths: [String]) { self.paths = paths }

  /// Whether a path leads to one of them, by links too.
  func contains(_ path: String) -> Bool {
    FileIdentity(of: path).map { identities.contains($0) } ?? false
  }
}
