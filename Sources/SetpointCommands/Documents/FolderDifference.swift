import CLibrary
import ScheduleFiles

/// The corresponding files of two folders, by relative path.
///
/// A folder and a file are compared as by `git diff --no-index`: with the file of that name in the folder.
struct FolderDifference {
  /// The relative paths, with the files that exist.
  private(set) var pairs: [(path: String, old: String?, new: String?)] = []
  /// Folders that could not be searched, one sentence each.
  private(set) var problems: [String] = []

  /// Searches the folders; nil if neither path is a folder.
  init?(_ old: String, _ new: String) {
    switch (InputList.isFolder(old), InputList.isFolder(new)) {
    case (false, false): return nil
    case (true, true):
      let (olds, news) = (files(in: old), files(in: new))
      let paths = Set(olds.keys).union(news.keys).sorted { $0.lexicographicallyPrecedes($1) }
      pairs = paths.map {
        (path: String(decoding: $0, as: UTF8.self), old: olds[$0], new: news[$0])
      }
    case (true, false): pairs = [(path: new, old: Self.file(new, in: old), new: new)]
    case (false, true): pairs = [(path: old, old: old, new: Self.file(old, in: new))]
    }
  }

  /// The files below a folder, by the bytes of their relative paths.
  private mutating func files(in folder: String) -> [[UInt8]: String] {
    let start = folder.utf8.count + (folder.hasBytes(atEnd: "/") ? 0 : 1)
    var files: [[UInt8]: String] = [:]
    for input in InputList.files(for: [folder]) {
      switch input {
      case .file(let path): files[Array(path.utf8.dropFirst(start))] = path
      case .problem(let path, let reason):
        problems.append("\(path): \(reason)")
      }
    }
    return files
  }

  private static func file(_ name: String, in folder: String) -> String {
    FilePath.joined(folder, FilePath.split(name).name)
  }
}
