import DeviceFormats
import Diagnostics
import JSONText
import ScheduleRules
import ScheduleText

/// `validate --fix --ndjson`: fixes the document of each record, and reports the remaining findings.
struct RecordFix: RecordWork {
  let name: String
  let options: CheckOptions
  /// The device to check; nil for those that the schedules name.
  let device: DeviceProfile?
  let allowsUnsafe: Bool

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let bytes = Array(texts[0])
    let result = FixEngine.fixed(bytes, file: name, options: options, unsafe: allowsUnsafe)
    let left = CheckedFile(result.check, of: result.bytes, name: name, options, for: device)
    answers.count(left.diagnostics, unlisted: left.unlisted)
    let (fixes, found) = (JSONValue.integer(result.applied), left.recordReport)
    if result.check.draft != nil {
      answers.object(["document": .document(result.bytes), "fixes": fixes], findings: found)
    } else {
      let text = JSONValue.string(Base64.text(bytes))
      answers.object(["document": .null, "base64": text, "fixes": fixes], findings: found)
    }
  }

  func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.refuse(found, ["document": .null, "fixes": .integer(0)])
  }
}

/// `format --ndjson`: formats the document of each record on one line.
struct RecordFormat: RecordWork {
  let name: String
  /// Whether to name only the documents that would change.
  let onlyChecks: Bool

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let bytes = Array(texts[0])
    do throws(Unformatted) {
      let formatted = JSONValue.document(
        try CanonicalText.formatted(schedule: bytes, file: name))
      answers.count([])
      let isChanged = formatted != .raw(bytes)
      let changed = JSONValue.boolean(isChanged)
      if !onlyChecks {
        answers.object(["changed": changed, "document": formatted])
      } else if isChanged {
        answers.fail()
        answers.object(["changed": changed])
      }
    } catch {
      answers.refuse(error.findings)
    }
  }
}

/// Why a text cannot be formatted.
struct Unformatted: Error {
  let findings: [Diagnostic]
  /// True if it is not a schedule file; false if its canonical form would be too large.
  let isUnreadable: Bool
}

extension CanonicalText {
  /// Returns the canonical form of a schedule file, which may have errors.
  ///
  /// Throws for invalid JSON, repeated members, and any other format or version: these files are not ours to rewrite.
  static func formatted(schedule bytes: [UInt8], file: String) throws(Unformatted) -> [UInt8] {
    var options = CheckOptions()
    options.select = ["SP101", "SP102", "SP108"]
    let errors = DocumentCheck(bytes: bytes, file: file, options: options).diagnostics
    guard errors.isEmpty else { throw Unformatted(findings: errors, isUnreadable: true) }
    do {
      return try formatted(bytes)
    } catch {
      throw Unformatted(
        findings: [Diagnostic(file: file, code: "SP101", message: error.message)],
        isUnreadable: false)
    }
  }
}
