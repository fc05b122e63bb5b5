import CLibrary
import Diagnostics
import ScheduleFiles
import ScheduleText

/// The files of two folders that stand for the same, by their paths below them.
///
/// A folder and a file are compared as `git diff --no-index` does: with the file of that name in the folder.
struct FolderDifference {
  /// A path below the folders, with the files that have it.
  struct Pair {
    let path: String
    let old: String?
    let new: String?
  }

  private(set) var pairs: [Pair] = []
  /// What could not be searched, a sentence each.
  private(set) var problems: [String] = []

  /// Looks for the files; nil where neither name is that of a folder.
  init?(_ old: String, _ new: String) {
    switch (InputList.isFolder(old), InputList.isFolder(new)) {
    case (false, false): return nil
    case (true, true):
      let (olds, news) = (files(in: old), files(in: new))
      let paths = Set(olds.keys).union(news.keys).sorted { $0.lexicographicallyPrecedes($1) }
      pairs = paths.map {
        Pair(path: String(decoding: $0, as: UTF8.self), old: olds[$0], new: news[$0])
      }
    case (true, false): pairs = [Pair(path: new, old: Self.file(new, in: old), new: new)]
    case (false, true): pairs = [Pair(path: old, old: old, new: Self.file(old, in: new))]
    }
  }

  /// The files below a folder, by the bytes of their paths below it.
  private mutating func files(in folder: String) -> [[UInt8]: String] {
    let start = folder.utf8.count + (folder.hasBytes(atEnd: "/") ? 0 : 1)
    var files: [[UInt8]: String] = [:]
    for input in InputList.files(for: [folder]) {
      switch input {
      case .file(let path): files[Array(path.utf8.dropFirst(start))] = path
      case .problem(let path, let reason), .unreadable(let path, let reason):
        problems.append("\(path): \(reason)")
      }
    }
    return files
  }

  private static func file(_ name: String, in folder: String) -> String {
    FilePath.joined(folder, FilePath.split(name).name)
  }
}
