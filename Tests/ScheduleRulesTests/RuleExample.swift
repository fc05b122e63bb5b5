import Diagnostics
import ScheduleModel
import TestSupport
import Testing

extension RuleInfo {
  /// The default file with the good example in it; most of these are in it anyway.
  var goodDocument: [UInt8] { document(with: good) }

  /// The default file with the bad example in it.
  var badDocument: [UInt8] { document(with: bad) }

  /// The default file, with a second schedule where the good example names one, and with an example in the place of
  /// the good one, or of the first line that gives the same member.
  private func document(with example: String) -> [UInt8] {
    let names = good.contains("\"Away\"") ? ["Home", "Away"] : ["Home"]
    let schedules = names.map { (name: $0, schedule: Week.standard(.fahrenheit)) }
    var text = WrittenText(.document(schedules, unit: .fahrenheit)).text
    if let range = text.firstRange(of: good) {
      text.replaceSubrange(range, with: example)
      return Array(text.utf8)
    }
    let member = example.prefix { $0 != ":" }
    guard let start = text.firstRange(of: member)?.lowerBound,
      var end = text[start...].firstIndex(of: "\n")
    else {
      preconditionFailure("\(code) has an example of a member that is not in the default file")
    }
    // The comma stays where it is.
    while text[text.index(before: end)] == "," { end = text.index(before: end) }
    var example = example[...]
    if example.hasSuffix(",") { example.removeLast() }
    text.replaceSubrange(start..<end, with: example)
    return Array(text.utf8)
  }
}

extension RuleInfo: CustomTestStringConvertible {
  /// The code, which identifies a failed case.
  public var testDescription: String { code }
}
