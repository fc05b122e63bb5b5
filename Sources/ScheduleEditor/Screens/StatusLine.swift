import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// The line above the hints: a question, a message, or what there is to know of the cell.
  func statusLine(_ glyphs: Glyphs) -> (text: String, style: Style) {
    if case .asking(let question) = mode {
      return (glyphs.plain(question.title(options.fileName.printable)), Style(.title))
    }
    if let message {
      return (glyphs.plain(message.text), Style(message.isProblem ? .problem : .plain))
    }
    if anchor != nil {
      let lines = selectedLines
      return ("\(lines.count) x \(lines[0].count) cells selected", .plain)
    }
    let columns = size.columns - 2
    let cell = CellStatus(self, glyphs)
    guard let finding = problems(at: cursor).first else {
      return (cell.text(columns: columns), .plain)
    }
    // The name and the value stay, and the sentence need not say the name again. A narrow screen has two
    // lines for the sentence alone, which names the cell.
    let row = "\(cursor.row) "
    let sentence =
      finding.message.hasPrefix(row)
      ? String(finding.message.dropFirst(row.count)) : finding.message
    let code = " [\(finding.code)]"
    let texts = [
      "\(cell.shortText)  \(sentence)\(code)", "\(cell.shortestText)  \(sentence)\(code)",
      "\(cell.shortestText)  \(sentence)",
    ]
    let text =
      texts.first { $0.terminalColumns <= columns }
      ?? (size.columns < 60 ? finding.message + code : texts[2])
    return (glyphs.plain(text), Style(.problem))
  }

  /// The title's left part: which schedule, which file.
  func title(_ glyphs: Glyphs) -> String { schedule.name + glyphs.separator + fileTitle }

  /// The file, and whether it may be changed.
  var fileTitle: String {
    options.fileName + (isNew ? " [new]" : "") + (readOnlyReason == nil ? "" : " [read-only]")
  }

  /// What somebody who begins needs to know, until the first edit.
  var welcome: String? {
    isNew && !canUndo ? "Type a value and press Enter; ^S writes the file, ? shows the keys" : nil
  }

  /// The title's right part: scale, clock, number of problems; in `columns`, empty where nothing fits.
  func titleSummary(_ glyphs: Glyphs, columns: Int) -> String {
    let count = ruleProblemCount
    let words = count == 0 ? "no problems" : count == 1 ? "1 problem" : "\(count) problems"
    let unit = "\(glyphs.degree)\(week.unit.rawValue)"
    let well = count == 0 ? glyphs.check : ""
    let short = count == 0 ? glyphs.check : "\(count) !"
    // Where values do not fit the device, "no problems" beside it would not be true.
    let fits = device?.misfits.isEmpty ?? true
    let tellsRules = count > 0 || fits
    let long = tellsRules ? "  \(well)\(words)" : ""
    let brief = tellsRules ? "  \(short)" : ""
    var texts: [String] = []
    if let device {
      texts = [
        "\(unit)  \(clock.rawValue)h  \(device.title)\(long)", "\(unit)  \(device.title)\(brief)",
        "\(device.shortTitle)\(brief)", device.shortTitle,
      ]
    }
    texts += [
      "\(unit)  \(clock.rawValue)h  \(well)\(words)",
      "\(unit)  \(clock.rawValue)h  \(short)",
      count == 0 ? unit : "\(unit)  \(count) !", unit,
    ]
    return texts.lazy.map { String($0.trimmingSuffix { $0 == " " }) }.first {
      $0.terminalColumns <= columns
    } ?? ""
  }
}

extension StringProtocol {
  /// The text without the characters at its end that are so.
  fileprivate func trimmingSuffix(while isSo: (Character) -> Bool) -> SubSequence {
    self[..<(lastIndex { !isSo($0) }.map(index(after:)) ?? startIndex)]
  }
}
