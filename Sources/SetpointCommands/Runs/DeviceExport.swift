import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

/// How schedules of documents are exported, and what is said of it.
struct DeviceExport: Sendable {
  let format: any DeviceFormat
  let options: ExportOptions
  /// The file that is merged into, for messages.
  var merge: String?
  /// Whether what is alike on several days is said cell by cell.
  let each: Bool

  /// Exports a schedule.
  ///
  /// - Throws: `Failure`, with all that the device cannot hold.
  func output(_ index: Int, of document: DocumentFile) throws(Failure) -> ExportOutput {
    let named = document.document.contents.schedules[index]
    try refuseErrors(in: named.week, document, index)
    do {
      return try format.export(named.week, name: named.name, options: options)
    } catch {
      throw failure(error, document, index)
    }
  }

  /// What was changed on the way to the device, a line each.
  func changes(of export: ExportOutput) -> [String] {
    export.changes.lines(each: each, row: \.cell.row)
  }

  /// A schedule that breaks a rule is not passed on to a device.
  private func refuseErrors(in week: Week, _ document: DocumentFile, _ index: Int) throws(Failure) {
    let errors = WeekCheck.findings(in: DraftWeek(week)).filter { $0.severity == .error }
    guard !errors.isEmpty else { return }
    var findings = DocumentFindings(document.document, file: document.path)
    let diagnostics = errors.map { findings.diagnostic(for: $0, inSchedule: index) }
    throw Failure(.problems, diagnostics, in: document.document.original, each: each)
  }

  /// Why nothing was written.
  private func failure(
    _ refusal: ExportRefusal, _ document: DocumentFile, _ index: Int
  ) -> Failure {
    switch refusal {
    case .issues(let issues): return failure(issues, document, index)
    case .usage(let sentence): return Failure(.usage, sentence)
    case .unreadable(let diagnostics):
      let bytes = merge.flatMap { try? FileReading.bytes(at: $0) }
      return Failure(.unreadableData, diagnostics, in: bytes)
    }
  }

  private func failure(_ issues: [DeviceIssue], _ document: DocumentFile, _ index: Int) -> Failure {
    var findings = DocumentFindings(document.document, file: document.path)
    let diagnostics = issues.map { findings.diagnostic(for: $0, inSchedule: index) }
    let remedies = Set(issues.map(\.fixedBy))
    let flags = remedies.compactMap { $0?.rawValue }.sorted().joined(separator: " and ")
    let advice =
      "nothing was written; \(flags) would export it all the same, with these cells changed"
    return Failure(
      .problems, diagnostics, in: document.document.original, each: each,
      remedies.contains(nil) ? nil : advice)
  }
}
