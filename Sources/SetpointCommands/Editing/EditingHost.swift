import CLibrary
import DeviceFormats
import Diagnostics
import Reporting
import ScheduleEditor
import ScheduleFiles
import ScheduleModel
import ScheduleText
import SchedulePictures

/// Connects the editor to files and devices.
final class EditingHost: EditorHost {
  private let session: EditingSession

  init(_ session: EditingSession) {
    self.session = session
  }

  func record(_ contents: Contents, since base: Contents?) throws(Refusal) {
    try Self.refusing("", try session.record(contents, since: base))
    let problems =
      Fallback.takeUnreported().map(\.description)
      + [session.takeJournalProblem()].compactMap(\.self)
    if !problems.isEmpty { throw Refusal(problems.joined(separator: "; ")) }
  }

  var recoverableEdits: Recovery? { session.recovery }

  func words(of holder: LockHolder) -> String { holder.words }

  func recover() throws(Refusal) -> RecoveredEdits {
    try Self.refusing("not recovered: ", try session.recover())
  }

  func discardRecoverableEdits() throws(Refusal) {
    try Self.refusing("not discarded: ", try session.discardRecovery())
  }

  static func refusing<Value>(
    _ outcome: String, _ work: @autoclosure () throws(FileError) -> Value
  ) throws(Refusal) -> Value {
    do throws(FileError) {
      return try work()
    } catch {
      throw Refusal("\(outcome)\(error)")
    }
  }

  func save(
    _ contents: Contents, after history: EditHistory, _ policy: SavePolicy
  ) throws(SaveProblem) -> EditHistory {
    do throws(FileError) {
      return try session.save(contents, after: history, policy: policy)
    } catch {
      // A file that cannot be replaced without loss needs a choice.
      switch error {
      case .changedOutside(let other):
        throw .changedOutside(session.merge(other, into: contents))
      case .content(let problem) where problem.isTooLarge: throw .failed(Refusal("\(error)"))
      case .content:
        throw .failed(
          Refusal("the file is no longer a schedule; save-copy FILE keeps yours: \(error)"))
      case .call(.linked(let names), _, _):
        throw .needsChoice(Refusal("the file has \(names) hard links"), [.inPlace, .breakLinks])
      case .call(.replace, _, .busy):
        throw .needsChoice(Refusal("the file is a mount point"), [.inPlace])
      case .call(.replace, _, _):
        throw .needsChoice(Refusal("the folder is not writable"), [.inPlace])
      case .call, .held: throw .failed(Refusal("\(error)"))
      }
    }
  }

  func saveCopy(_ contents: Contents, to path: String) throws(Refusal) {
    var document = session.file.document
    document.contents = contents
    try write(document.text(file: path), to: path, orRefuse: "not saved")
  }

  /// Writes a file that is not the document; `outcome` begins the reason why it is not written.
  private func write(
    _ bytes: @autoclosure () throws -> [UInt8], to path: String, replacing: Bool = false,
    orRefuse outcome: String
  ) throws(Refusal) {
    guard !isDocument(path) else {
      throw Refusal("\(outcome): \(path.printable) is the document itself")
    }
    do {
      try OutputFile.write(bytes(), to: Self.fileName(path), isForced: replacing, as: "export")
    } catch {
      let advice = (error as? FileError)?.failure == .exists ? "; choose another name" : ""
      throw Refusal("\(outcome): \(path.fileTitle.printable): \(error)\(advice)")
    }
  }

  /// Standard input provides the keys, so `-` is a file name here.
  static func fileName(_ path: String) -> String { path == "-" ? "./-" : path }

  func contents(ofFile path: String?) throws(Refusal) -> Contents {
    let path = path.map(Self.fileName) ?? session.file.path
    do throws(FileError) {
      return try DocumentFile(opening: path, forChange: true).contents
    } catch {
      if error.isMissing { throw Refusal("there is no file \(path.printable)") }
      throw Refusal("not compared: \(error.isContent ? "" : "\(path.printable): ")\(error)")
    }
  }

  var now: (day: CalendarDay, time: TimeOfDay) { CalendarDay.now }

  func elapsed(_ minutes: Int) -> Int {
    let now = now
    return now.day.elapsed(minutes, after: now.time)
  }

  func words(ofMicroseconds time: Int) -> String { CalendarDay.words(ofMicroseconds: time) }

  func fileNames(beginning typed: String) -> [String] { Folder.paths(beginning: typed) }

  func beginWatching() -> Int32? { session.beginWatching() }

  func outsideChange(_ contents: Contents) -> OutsideChange? {
    switch session.outsideFileChange() {
    case nil: nil
    case .same: .same
    case .changed(let other): .merged(session.merge(other, into: contents))
    case .removed: .removed
    case .unreadable(let error):
      .unusable(Refusal("another program replaced the file: \(error)"))
    }
  }

  var hasOtherEditorEnded: Bool { session.hasOtherEditorEnded }

  func takeOver() throws(Refusal) { try Self.refusing("read-only: ", try session.takeOver()) }

  func schedules(
    of file: DeviceFile, in unit: TemperatureUnit
  ) throws(Refusal) -> (schedules: [Schedule], notes: [String]) {
    var options = try file.importOptions()
    let bytes = try Self.refusing(
      "not imported: \(file.path.printable): ",
      try FileReading.bytes(at: Self.fileName(file.path), ofFilesAlone: true))
    let (format, profile) = try DeviceFormats.found(file.device)
    options.kind = profile.id == format.id ? nil : profile.id
    options.unit = unit
    func text(_ message: Sentence) -> String {
      file.text(of: message, in: unit, "import FILE --from")
    }
    do throws(ImportRefusal) {
      let imported = try format.readDocument(
        [DeviceInput(file: file.path, bytes: bytes)], options: options)
      try imported.refuse(unused: options.gaps)
      let document = try ImportedDocument(imported, name: nil, path: file.path, device: profile.id)
      let warnings = imported.programs.flatMap(\.warnings).grouped()
        .map { text($0.sentence) }
      let calendar = imported.calendar.isEmpty ? [] : ["the calendar of the file was not added"]
      return (document.contents.schedules, document.problems + warnings + calendar)
    } catch {
      let sentences =
        switch error {
        case .usage(let sentence): [sentence]
        case .unreadable(let findings):
          findings.grouped().map { Sentence($0.worded(text).summary) }
        case .losses(let findings): findings.grouped().map(\.sentence)
        }
      let more = sentences.count > 1 ? ", and \(sentences.count - 1) more" : ""
      throw Refusal("not imported: \(text(sentences[0]))\(more)")
    }
  }

  func export(_ text: [UInt8], to path: String, replacing: Bool) throws(Refusal) -> Bool {
    if !replacing, !isDocument(path), FileReading.isAnything(at: path) { return false }
    try write(text, to: path, replacing: replacing, orRefuse: "not exported")
    return true
  }

  /// Whether a path is that of the document, existing or not.
  private func isDocument(_ path: String) -> Bool {
    let path = Self.fileName(path)
    return FileIdentity.areSame(path, session.file.path)
      || FilePath.absolute(path) == FilePath.absolute(session.file.path)
  }

  func writePicture(
    of schedule: Schedule, clock: ClockStyle, firstDay: Weekday, path: String
  ) throws(Refusal) {
    let page = WeekPage([(schedule, nil, nil)], clock: clock, firstDay: firstDay)
    let text = path.hasBytes(atEnd: ".svg") ? page.svg : page.html
    try write(Array(text.utf8), to: path, orRefuse: "not written")
  }
}
