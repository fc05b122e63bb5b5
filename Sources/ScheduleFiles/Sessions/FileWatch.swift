import CLibrary

/// Reports possible changes of a document without polling.
///
/// The descriptor becomes readable when the document's name in its folder is affected; the reader compares the text.
final class FileWatch {
  /// Readable when `drain` has events; for poll(2).
  let descriptor: Int32
  private let target, link: String
  private let lock: String?
  #if !os(Linux)
    private var folders: [Int32] = []
    private var file: Int32 = -1
  #endif

  /// Watches the document at `path`, its link, if any, and the removal of the file at `lock`. Nil without a watch.
  init?(_ path: String, untilRemoved lock: String? = nil) {
    target = FilePath.absolute(path)
    link = path
    self.lock = lock
    descriptor = Self.makeQueue()
    guard descriptor >= 0 else { return nil }
    let paths = [FilePath.split(target).folder, FilePath.split(path).folder]
    guard paths.allSatisfy(watch) else { return nil }
  }

  deinit {
    #if !os(Linux)
      for folder in folders { close(folder) }
      if file >= 0 { close(file) }
    #endif
    if descriptor >= 0 { close(descriptor) }
  }
}

#if os(Linux)
  extension FileWatch {
    private static func makeQueue() -> Int32 {
      inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    }

    private func watch(folder: String) -> Bool {
      // Without IN_MODIFY: a partial text is not a document. IN_CREATE reports new links.
      let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
      return folder.withFileName { inotify_add_watch(descriptor, $0, UInt32(events)) } >= 0
    }

    /// Consumes the events; returns whether any concerned the document.
    func drain() -> Bool {
      let names = [FilePath.split(target).name, FilePath.split(link).name]
      var concerns = false
      withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          guard count > 0 else { break }
          var offset = 0
          while offset + MemoryLayout<inotify_event>.size <= count {
            let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            offset += MemoryLayout<inotify_event>.size
            let bytes = buffer[offset..<min(count, offset + Int(event.len))].prefix { $0 != 0 }
            offset += Int(event.len)
            let changed = String(fileName: Array(bytes))
            // An overflow has no name: anything may have changed.
            let isUnknown = event.mask & UInt32(IN_Q_OVERFLOW) != 0
            // Not IN_CLOSE: testing the lock closes the file too.
            let isUnlocked =
              event.mask & UInt32(IN_DELETE) != 0
              && lock.map { FilePath.split($0).name } == changed
            concerns = concerns || isUnknown || isUnlocked || names.contains(changed)
          }
        }
      }
      return concerns
    }
  }
#else
  extension FileWatch {
    private static func makeQueue() -> Int32 { kqueue() }

    private func watch(folder: String) -> Bool {
      let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      folders.append(descriptor)
      watch(descriptor, UInt32(NOTE_WRITE))
      watchFile()
      return true
    }

    private func watch(_ file: Int32, _ events: UInt32) {
      var change = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: events, data: 0, udata: nil)
      kevent(descriptor, &change, 1, nil, 0, nil)
    }

    /// Another file may be at the path.
    private func watchFile() {
      if file >= 0 { close(file) }
      file = open(target, O_EVTONLY | O_CLOEXEC)
      if file >= 0 { watch(file, UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME)) }
    }

    /// Consumes the events; returns whether any may concern the document. Events of a folder do not name the file.
    func drain() -> Bool {
      var concerns = false
      var event = kevent()
      var now = timespec()
      while kevent(descriptor, nil, 0, &event, 1, &now) > 0 { concerns = true }
      if concerns { watchFile() }
      return concerns
    }
  }
#endif
