import DeviceFormats
import Diagnostics
import JSONText
import ScheduleRules

/// `validate --ndjson`: checks the document of each record.
struct RecordCheck: RecordWork {
  /// What to write for the records.
  enum Output: Sendable {
    /// An object for every finding.
    case findings
    /// An object for every record, with its findings.
    case annotated
    /// Only the counts, at the end.
    case summary
  }

  let name: String
  let output: Output
  private let device: DeviceProfile?
  private let options: CheckOptions

  /// Prepares to check a stream; `name` is its name in findings.
  init(name: String, options: CheckOptions, device: DeviceProfile?, output: Output) {
    self.name = name
    self.output = output
    self.device = device
    var options = options
    options.makesFixes = false
    if output == .summary { options.limit = 0 }
    self.options = options
  }

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let bytes = Array(texts[0])
    let check = DocumentCheck(bytes: bytes, file: name, options: options)
    // Fast path: nearly every document has no findings.
    if output != .annotated, device == nil, check.isClean, !check.namesDevices {
      answers.count([])
      return
    }
    let found = CheckedFile(check, of: bytes, name: name, options, for: device)
    answers.count(found.diagnostics, unlisted: found.unlisted)
    write(found.recordReport, bytes, &answers)
  }

  func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.count(found)
    write(found, nil, &answers)
  }

  private func write(_ found: [Diagnostic], _ bytes: [UInt8]?, _ answers: inout RecordAnswers) {
    switch output {
    case .summary: return
    case .findings: answers.findings(found)
    case .annotated:
      let list = answers.list(found)
      if let bytes, found.contains(where: { $0.code == "SP101" }) {
        let text = JSONValue.string(Base64.text(bytes))
        answers.object(["findings": list, "record": .null, "base64": text])
      } else {
        answers.object(["findings": list, "record": bytes.map { .raw($0) } ?? .null])
      }
    }
  }
}
