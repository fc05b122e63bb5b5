import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleModel
import ScheduleText

extension DocumentFile {
  /// Opens a document for a command.
  ///
  /// - Throws: `Failure`.
  static func open(_ path: String) throws(Failure) -> DocumentFile {
    try Failure.about(path) { try DocumentFile(opening: path) }
  }

  /// The index of the schedule that `--schedule` names, or of the first one.
  func scheduleIndex(_ option: ScheduleOption) throws(Failure) -> Int {
    try scheduleIndex(named: option.schedule)
  }

  /// The index of the schedule of that name, or of the first one.
  func scheduleIndex(named name: String?) throws(Failure) -> Int {
    guard let name else { return 0 }
    guard let index = document.contents.schedules.index(named: name) else {
      let known = document.contents.schedules.map { $0.name.quoted() }.joined(separator: ", ")
      throw Failure(.usage, "\(path) has no schedule \(name.quoted()); it has \(known)")
    }
    return index
  }

  /// Opens a document, lets `body` change it and saves it, while no other setpoint changes it.
  ///
  /// Standard input goes to standard output.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - policy: how it is written.
  ///   - attempts: how often `body` may be called, where other programs change the file meanwhile.
  ///   - body: changes the document.
  /// - Returns: the result of `body`.
  /// - Throws: `Failure`.
  static func change<Result>(
    _ path: String, _ policy: AtomicFile.Policy, attempts: Int = DocumentLock.mostAttempts,
    _ body: (inout DocumentFile) throws -> Result
  ) throws -> Result {
    try Failure.about(path) {
      try DocumentLock.whileLocked(path, attempts: attempts) {
        var file = try DocumentFile(opening: path, forChange: true)
        let result = try body(&file)
        do {
          if path == "-" {
            Console.writeFile(try file.document.text(file: path))
          } else {
            try file.save(policy: policy)
          }
        } catch  where file.document.isTooLarge {
          throw Failure(
            .cannotCreate,
            "\(path): it would be larger than \(JSONLimits.sizeText); nothing was written")
        }
        return result
      }
    }
  }
}

extension ScheduleDocument {
  /// Whether its text would be larger than what is read again.
  fileprivate var isTooLarge: Bool {
    textEdits().applied(to: original).count > JSONLimits.size
  }
}
