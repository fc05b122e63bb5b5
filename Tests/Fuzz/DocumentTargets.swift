import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleText
import ScheduleModel
import ScheduleRules

extension FuzzTarget {
  /// Parsing, checking, fixing, formatting and saving of a document.
  static let document = FuzzTarget("document", seeds: ["fixtures/schedules"]) { bytes in
    let check = DocumentCheck(bytes: bytes, file: "a.json")
    for finding in check.diagnostics {
      promise(finding.message.isPrintable, "a message with control characters")
      promise(finding.summary.isPrintable, "a line with control characters")
      var source = SourceText(bytes)
      if let excerpt = finding.excerpt(of: source) {
        promise(excerpt.split(separator: "\n").allSatisfy { String($0).isPrintable }, "an excerpt")
      }
      if let offset = finding.location?.offset {
        promise((0...bytes.count).contains(offset), "a place outside the text")
      }
    }
    let fixed = FixedDocument(bytes, file: "a.json", options: CheckOptions(), unsafe: true)
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

  /// Three documents that were made of one another, between them a byte that no JSON has: the base,
  /// ours and theirs. A missing or invalid document is replaced by the one before it.
  static let merge = FuzzTarget("merge", seeds: ["fixtures/merges/seeds"]) { bytes in
    var documents: [ScheduleDocument] = []
    for part in bytes.split(separator: 0xFF, maxSplits: 2, omittingEmptySubsequences: false) {
      let document = try? ScheduleDocument(reading: Array(part), file: "a.json")
      guard let document = document ?? documents.last else { return }
      documents.append(document)
    }
    guard let base = documents.first else { return }
    while documents.count < 3 { documents.append(documents[documents.count - 1]) }
    for (ours, theirs) in [(1, 2), (2, 1)] {
      for start in [base, nil] {
        promiseMerge(start, documents[ours], documents[theirs])
      }
    }
    // What one side alone did is the result.
    for changed in documents {
      guard let merge = try? base.merging(changed, since: base, file: "a.json"),
        let result = try? ScheduleDocument(reading: merge.text, file: "a.json")
      else { fatalError("one side's changes cannot be taken") }
      promise(merge.conflicts.isEmpty, "a conflict with a side that changed nothing")
      promise(result.contents == changed.contents, "one side's changes are not all taken")
    }
  }

  private static func promiseMerge(
    _ base: ScheduleDocument?, _ ours: ScheduleDocument, _ theirs: ScheduleDocument
  ) {
    guard let merge = try? ours.merging(theirs, since: base, file: "a.json")
    else { fatalError("a merge cannot be written") }
    promise(merge.conflicts.allSatisfy { $0.description.isPrintable }, "a conflict")
    // Merged again, nothing is new.
    guard let result = try? ScheduleDocument(reading: merge.text, file: "a.json"),
      let again = try? result.merging(theirs, since: theirs, file: "a.json")
    else { fatalError("a merge cannot be merged") }
    promise(again.text == merge.text, "a merge with nothing new changes the text")
  }

  /// A file in the place of a document's journal. Each line gets its right checksum, which no
  /// fuzzer would hit on, unless it begins with `!`.
  static let journal = FuzzTarget("journal", seeds: ["fixtures/journals"]) { bytes in
    let place = JournalPlace.shared
    let lines = bytes.split(separator: 0x0A)
    place.write(
      lines.flatMap { line in
        line.first == UInt8(ascii: "!")
          ? line + [0x0A] : JournalLine.encoded(.raw(Array(line.dropFirst(9))))[...]
      })
    guard let found = FoundJournal.all(place.companion).first else { return }
    promise(found.damage.isPrintable, "a damaged journal")
    guard let journal = found.journal else { return }
    let recovery = Recovery(journal, current: place.document)
    for line in recovery?.lines(each: true) ?? [] {
      promise(line.isPrintable, "a line of a recovery")
    }
    _ = recovery.map { CanonicalText.text(of: $0.edited) }
    promise(journal.header.holder.description.isPrintable, "a holder")
  }
}

extension String {
  /// Whether nothing in it acts on a terminal.
  var isPrintable: Bool { !unicodeScalars.contains(where: \.isControl) }
}
