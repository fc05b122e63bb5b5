import CLibrary

/// A process and the processes that it started, as /proc shows them.
struct ProcessTree {
  private var members: [pid_t] = []

  /// Finds `root` and all that it started.
  init(below root: pid_t) {
    var rest = [root]
    while let next = rest.popLast() {
      members.append(next)
      let children = WholeFile.bytes("/proc/\(next)/task/\(next)/children") ?? []
      rest += String(decoding: children, as: UTF8.self).split(separator: " ")
        .compactMap { pid_t($0) }
    }
  }

  /// How often each thread has gone to sleep; nil when one of them runs or could run, and without /proc.
  var sleeps: [String]? {
    var sleeps: [String] = []
    for member in members {
      for thread in Folder.names(in: "/proc/\(member)/task") ?? [] {
        guard let status = WholeFile.bytes("/proc/\(member)/task/\(thread)/status") else {
          continue
        }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        let value = { (name: String) in lines.first { $0.hasPrefix(name + ":") } ?? "" }
        if value("State").contains("R (") || value("State").contains("D (") { return nil }
        sleeps.append("\(thread) \(value("voluntary_ctxt_switches"))")
      }
    }
    return sleeps.isEmpty ? nil : sleeps.sorted()
  }
}
