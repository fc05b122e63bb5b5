import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules

extension FuzzTarget {
  /// Parsing, checking, fixing, formatting and saving of a document.
  static let document = FuzzTarget("document", seeds: ["fixtures/schedules"]) { bytes in
    let check = DocumentCheck(bytes: bytes, file: "a.json")
    for finding in check.diagnostics {
      promise(finding.message.isPrintable, "a message with control characters")
      promise(finding.line.isPrintable, "a line with control characters")
      var source = SourceText(bytes)
      if let excerpt = finding.excerpt(of: source) {
        promise(excerpt.split(separator: "\n").allSatisfy { String($0).isPrintable }, "an excerpt")
      }
      if let offset = finding.location?.offset {
        promise((0...bytes.count).contains(offset), "a place outside the text")
      }
    }
    let fixed = FixEngine.fixed(bytes, file: "a.json", options: CheckOptions(), unsafe: true)
    if fixed.applied == 0 { promise(fixed.bytes == bytes, "nothing fixed, yet changed") }
    guard var document = try? ScheduleDocument(reading: bytes, file: "a.json") else { return }
    promise((try? document.text(file: "a.json")) == bytes, "saved without an edit, yet changed")
    if let formatted = try? CanonicalText.formatted(bytes) {
      promise((try? CanonicalText.formatted(formatted)) == formatted, "formatting is not stable")
    }
    // One of each kind of edit must be saved and read back, which `text` checks by itself.
    let before = document.contents
    document.contents.schedules[0].week[RowAddress(.monday, .wake)].heat = Temperature(tenths: 681)
    document.contents.schedules[0].notes = before.schedules[0].notes == nil ? "n" : nil
    promise((try? document.text(file: "a.json")) != nil, "an edit cannot be saved")
    document.contents = before
    document.contents.schedules.append(
      Schedule(name: "Ünique \(bytes.count)", week: .standard(before.unit)))
    promise((try? document.text(file: "a.json")) != nil, "a schedule cannot be added")
  }

  /// Two documents, between them a byte that no JSON has, merged upon the built-in one.
  static let merge = FuzzTarget("merge", seeds: ["fixtures/schedules"]) { bytes in
    let parts = bytes.split(separator: 0xFF, maxSplits: 1)
    guard let first = parts.first,
      let ours = try? ScheduleDocument(reading: Array(first), file: "ours")
    else { return }
    let base = try? ScheduleDocument(
      reading: CanonicalText.text(of: .standard(.fahrenheit)), file: "base")
    let theirs =
      parts.count > 1
      ? (try? ScheduleDocument(reading: Array(parts[1]), file: "theirs")) ?? base : base
    guard let base, let theirs else { return }
    for start in [base, nil] {
      guard
        let merge = try? DocumentMerge(base: start, ours: ours, theirs: theirs, file: "ours")
      else { fatalError("a merge cannot be written") }
      promise(merge.conflicts.allSatisfy { $0.description.isPrintable }, "a conflict")
    }
  }

  /// A file that stands where the journal of a document is looked for.
  static let journal = FuzzTarget("journal") { bytes in
    let place = JournalPlace.shared
    place.write(bytes)
    guard let journal = try? Journal.find(place.companion) else { return }
    let recovery = Recovery(journal, current: place.document)
    for line in recovery?.lines ?? [] { promise(line.isPrintable, "a line of a recovery") }
    _ = recovery.map { CanonicalText.text(of: $0.edited) }
    promise(journal.header.holder.description.isPrintable, "a holder")
  }
}

extension String {
  /// Whether nothing in it acts on a terminal.
  var isPrintable: Bool { !unicodeScalars.contains(where: \.isControl) }
}
