import JSONText
package import ScheduleModel

/// Histories as texts and files.
extension EditHistory {
  /// The limits of a file. It has one step to undo even if the texts of that step are longer.
  package static let mostSteps = 100, mostBytes = 1 << 20

  /// Returns the history with the texts that saving each version would write; `document` is the file before the save.
  ///
  /// Only versions near the current one get a text, within the limits of a file.
  package func written(to document: ScheduleDocument) -> EditHistory {
    var history = self
    if let saved, saved != document.original { history.interrupt() }
    let most = min(Self.mostSteps, max(1, Self.mostBytes / max(1, document.original.count)))
    history.first = max(min(history.first, position), position - most)
    let known = history.versions.last { $0.text != nil && $0.contents != nil }
    var base = document
    if known != nil || document.isNew {
      base.contents = (known ?? versions[history.first]).contents ?? document.contents
      base.didSave(known?.text ?? CanonicalText.text(of: base.contents))
    }
    let missing = versions.indices[history.first...].prefix(most + 1)
      .filter { history.versions[$0].text == nil }
    let texts = base.texts(saying: missing.compactMap { versions[$0].contents })
    for (index, text) in zip(missing, texts) { history.versions[index].text = text }
    return history
  }

  /// Returns the lines of a file with the steps within the limits, or nil if there are none. `document` is the path of
  /// the document.
  package func encoded(document: String) -> [UInt8]? {
    let texts = versions[first...].prefix { $0.text != nil }
    let lines = texts.map { version in
      JournalLine.encoded(
        .object([
          "step": .string(version.name.text().shortened(to: 200)),
          "text": .string(String(decoding: version.text ?? [], as: UTF8.self)),
        ]))
    }
    var kept = lines.indices[...]
    // With room for the first line.
    var size = lines.reduce(document.utf8.count * 6 + 200) { $0 + $1.count }
    while kept.count > Self.mostSteps + 1 || kept.count > 2 && size > Self.mostBytes {
      let done = position - first
      let isOldest = kept.startIndex + 1 < done || kept.endIndex == done + 1
      size -= lines[isOldest ? kept.removeFirst() : kept.removeLast()].count
    }
    guard kept.count > 1 else { return nil }
    let header = JSONValue.object([
      "format": .string("setpoint-history"), "version": .integer(2),
      "document": .string(document), "position": .integer(position - first - kept.startIndex),
      "versions": .integer(kept.count), "interrupted": .boolean(isInterrupted),
    ])
    return JournalLine.encoded(header) + lines[kept].joined()
  }

  /// Reads a file; the history is interrupted if the file belongs to another text or document, or is damaged.
  package init(reading bytes: [UInt8], document: String, text: [UInt8]) {
    self.init(text: text)
    let lines = bytes.split(separator: 0x0A).map { JournalLine.decoded($0)?.root }
    let versions = lines.dropFirst().compactMap { line -> Version? in
      guard let name = line?["step"]?.string, let text = line?["text"]?.string else { return nil }
      return Version(.words(name), text: Array(text.utf8))
    }
    guard let header = lines.first ?? nil,
      header["format"]?.string == "setpoint-history", header["version"]?.integer == 2,
      header["document"]?.string == document, header["versions"]?.integer == versions.count,
      let position = header["position"]?.integer, versions.indices.contains(position),
      versions[position].text == text
    else {
      isInterrupted = true
      return
    }
    (self.versions, self.position) = (versions, position)
    isInterrupted = header["interrupted"]?.boolean == true
  }
}
