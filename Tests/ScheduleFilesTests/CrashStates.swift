import ScheduleFiles

/// Every folder that may be found after a loss of power: what the system had promised is there, and of the
/// rest any part.
///
/// The names of a folder may be on the disk without what was written to their files, in any choice of those
/// changes that were not synced; of a file any choice of its last writes, a piece of one, and holes where
/// its length is there and its bytes are not. A rename is there or not, as a whole.
struct CrashStates {
  /// The content of the folder: the bytes of each name.
  typealias Folder = [String: [UInt8]]

  private let recorded: RecordedFileSystem
  private let steps: [RecordedFileSystem.Step]

  init(_ recorded: RecordedFileSystem) {
    self.recorded = recorded
    steps = recorded.steps
  }

  /// Calls `check` for each state, with how many edits had been said to be on the disk; returns how many
  /// there are, and how many of them differ.
  func forEach(
    _ check: (Folder, _ acknowledged: Int) throws -> Void
  ) rethrows -> (all: Int, different: Int) {
    var all = 0
    var seen: Set<[Int: Folder]> = []
    var acknowledged = 0
    for end in 0...steps.count {
      if end > 0, case .acknowledged(let count) = steps[end - 1] { acknowledged = count }
      for folder in folders(after: end) {
        all += 1
        if seen.insert([acknowledged: folder]).inserted { try check(folder, acknowledged) }
      }
    }
    return (all, seen.count)
  }

  /// The states of a crash after so many steps.
  private func folders(after end: Int) -> [Folder] {
    let done = steps[..<end]
    let lastSync = done.lastIndex { if case .syncedNames = $0 { true } else { false } } ?? 0
    var certain = recorded.before.names
    var pending: [[String: Int?]] = []
    for (index, step) in done.enumerated() {
      guard case .names(let change) = step else { continue }
      if index < lastSync { Self.apply(change, to: &certain) } else { pending.append(change) }
    }
    var namings: Set<[String: Int]> = []
    for choice in 0..<(1 << min(pending.count, 12)) {
      var names = certain
      for (bit, change) in pending.enumerated() where bit >= 12 || choice >> bit & 1 == 1 {
        Self.apply(change, to: &names)
      }
      namings.insert(names)
    }
    var texts: [Int: [[UInt8]]] = [:]
    return namings.flatMap { names in
      // Only the names that are read after a crash.
      let read = names.filter { !$0.key.hasSuffix("setpoint-tmp") && !$0.key.hasSuffix(".new") }
      return read.reduce([Folder()]) { folders, entry in
        let choices = texts[entry.value] ?? self.texts(of: entry.value, in: done)
        texts[entry.value] = choices
        return folders.flatMap { folder in
          choices.map { text in folder.merging([entry.key: text]) { $1 } }
        }
      }
    }
  }

  private static func apply(_ change: [String: Int?], to names: inout [String: Int]) {
    for (name, file) in change { names[name] = file }
  }

  /// What may be found in a file.
  private func texts(of file: Int, in done: ArraySlice<RecordedFileSystem.Step>) -> [[UInt8]] {
    var certain = recorded.before.files[file] ?? []
    var pending: [RecordedFileSystem.Step] = []
    for step in done {
      switch step {
      case .write(file, _, _), .truncate(file, _): pending.append(step)
      case .synced(file):
        for step in pending { Self.apply(step, to: &certain) }
        pending = []
      default: break
      }
    }
    var texts: Set<[UInt8]> = [certain]
    for choice in 1..<(1 << min(pending.count, 8)) where !pending.isEmpty {
      let chosen = pending.enumerated().filter { $0.offset >= 8 || choice >> $0.offset & 1 == 1 }
      var text = certain
      for (_, step) in chosen { Self.apply(step, to: &text) }
      texts.insert(text)
    }
    // A piece of the last write, and its length without its bytes.
    for (index, step) in pending.enumerated() {
      guard case .write(_, let offset, let bytes) = step else { continue }
      var before = certain
      for step in pending[..<index] { Self.apply(step, to: &before) }
      for piece in Self.pieces(of: bytes) {
        var text = before
        Self.apply(.write(file: file, offset: offset, bytes: piece), to: &text)
        texts.insert(text)
      }
    }
    return Array(texts)
  }

  /// What may be on the disk of one write: any choice of its sectors, zeros for the others; cut off within
  /// one.
  private static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    let sectors = stride(from: 0, to: bytes.count, by: 512).map { $0..<min($0 + 512, bytes.count) }
    var pieces = [1, bytes.count / 2, bytes.count - 1].map { Array(bytes.prefix($0)) }
    for choice in 0..<(1 << min(sectors.count, 8)) {
      var piece = bytes
      for (bit, sector) in sectors.enumerated() where bit < 8 && choice >> bit & 1 == 0 {
        piece.replaceSubrange(sector, with: repeatElement(0, count: sector.count))
      }
      pieces.append(piece)
    }
    return pieces
  }

  private static func apply(_ step: RecordedFileSystem.Step, to text: inout [UInt8]) {
    switch step {
    case .write(_, let offset, let bytes):
      let end = offset + bytes.count
      if text.count < end { text += repeatElement(0, count: end - text.count) }
      text.replaceSubrange(offset..<end, with: bytes)
    case .truncate(_, let size):
      text =
        text.count > size
        ? Array(text.prefix(size)) : text + repeatElement(0, count: size - text.count)
    default: break
    }
  }
}
