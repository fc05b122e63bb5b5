import CLibrary

/// Expands the paths of a command line: files as named, folders to the schedule files below them.
package enum InputList {
  /// An input named on the command line.
  package enum Input: Hashable, Sendable {
    /// A file to read, or `-`.
    case file(String)
    /// A folder without schedule files or that cannot be read, or an entry that is not a file.
    case problem(path: String, reason: String)
  }

  /// Lists the files for `paths`, in order; searches folders for `*.json` at any depth.
  ///
  /// Files in a folder are sorted by name. Hidden files and folders are skipped. Each file is listed once, even if
  /// several names or links lead to it. The file or folder `output` is skipped in a folder that contains it. `progress`
  /// is called occasionally with the number of names read.
  package static func files(
    for paths: [String], output: String? = nil, progress: (_ count: Int) -> Void = { _ in }
  ) -> [Input] {
    var count = 0
    let inputs = paths.flatMap { path -> [Input] in
      if path.isEmpty {
        return [.problem(path: path, reason: "\(FileError.call(.open, path: path, .missing))")]
      }
      guard path != "-", FileReading.isFolder(at: path) else { return [.file(path)] }
      var search = FolderSearch(output: output.flatMap(FileIdentity.init(of:)))
      search.visit(path) {
        count += 1
        if count % 64 == 0 { progress(count) }
      }
      if search.found.isEmpty {
        search.found.append(.problem(path: path, reason: "the folder contains no *.json file"))
      }
      return search.found
    }
    return inputs.count > 1 ? withoutRepetitions(inputs) : inputs
  }

  /// Removes files that came earlier under any name: a symbolic link, a hard link or a mount.
  private static func withoutRepetitions(_ inputs: [Input]) -> [Input] {
    var seen: Set<FileIdentity> = []
    var readsInput = false
    return inputs.filter { input in
      guard case .file(let path) = input else { return true }
      if path == "-" {
        defer { readsInput = true }
        return !readsInput
      }
      return FileIdentity(of: path).map { seen.insert($0).inserted } ?? true
    }
  }
}

private struct FolderSearch {
  let output: FileIdentity?
  var found: [InputList.Input] = []
  var visited: Set<FileIdentity> = []

  /// Searches a folder; `step` is called for each name.
  mutating func visit(_ path: String, _ step: () -> Void) {
    guard let identity = FileIdentity(of: path), visited.insert(identity).inserted else { return }
    let entries: [(name: String, isFile: Bool)]
    do throws(CallFailure) {
      entries = try Folder.entries(in: path, step)
    } catch {
      let reason = "\(FileError.call(.read, path: path, error))"
      found.append(.problem(path: path, reason: reason))
      return
    }
    let folder = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
    // Compare bytes: a combining mark after the dot forms one character with it.
    for entry in entries where entry.name.utf8.first != UInt8(ascii: ".") {
      let child = folder + entry.name
      if let output, FileIdentity(of: child) == output { continue }
      let kind = Result { () throws(CallFailure) in
        try entry.isFile ? .file : SystemCalls().status(of: child, following: true).kind
      }
      if kind == .success(.folder) {
        visit(child, step)
      } else if entry.name.hasBytes(atEnd: ".json") {
        // Opening a pipe would wait for a writer. A missing file is reported when it is read.
        found.append(
          kind == .success(.other)
            ? .problem(path: child, reason: "not a file; name it to read it") : .file(child))
      } else if case .failure(let failure) = kind, failure == CallFailure(ENAMETOOLONG) {
        // It may be a folder.
        let reason = "\(FileError.call(.read, path: child, failure))"
        found.append(.problem(path: child, reason: reason))
      }
    }
  }
}
