import ScheduleFiles

/// The input files of a command, which must not be overwritten.
final class ReadFiles {
  private let paths: [String]
  /// Their identities, determined once for comparing with many results.
  private lazy var identities = Set(paths.compactMap(FileIdentity.init))

  init(_ paths: [String]) { self.paths = paths }

  /// Whether a path leads to one of them, through links too.
  func contains(_ path: String) -> Bool {
    FileIdentity(of: path).map { identities.contains($0) } ?? false
  }
}
