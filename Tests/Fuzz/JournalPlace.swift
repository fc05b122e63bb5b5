import ScheduleFiles
import ScheduleText
import ScheduleModel
import CLibrary

/// A document in a folder of its own, beside which journals are put.
final class JournalPlace: @unchecked Sendable {
  static let shared = JournalPlace()

  let companion: CompanionFile
  let document: ScheduleDocument?
  private let journal: String

  private init() {
    // Memory, where there is some: this is done thousands of times a second.
    let isMemory = access("/dev/shm", W_OK) == 0
    var template = Array("\(isMemory ? "/dev/shm" : "/tmp")/setpoint-fuzz-XXXXXX".utf8CString)
    let folder = String(cString: mkdtemp(&template))
    let path = "\(folder)/home.json"
    let text = CanonicalText.text(of: .standard(.fahrenheit))
    _ = try? AtomicFile.write(text, to: path)
    companion = CompanionFile(of: path, stateFolder: "\(folder)/state")
    document = try? ScheduleDocument(reading: text, file: path)
    journal = "\(folder)/.home.json.setpoint-journal"
    let paths = [journal, path, folder]
    leftovers = paths
    atexit {
      for path in leftovers where unlink(path) != 0 { rmdir(path) }
    }
  }

  func write(_ bytes: [UInt8]) {
    guard let file = fopen(journal, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}

/// The folder that is removed at the end.
nonisolated(unsafe) private var leftovers: [String] = []
