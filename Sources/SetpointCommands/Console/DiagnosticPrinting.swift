import Diagnostics
import ScheduleRules

extension Console {
  /// Makes the writer of findings for people: on a terminal each finding has its source line and a
  /// caret.
  static func textReport(for stream: Stream) -> TextReport {
    TextReport(excerptWidth: isTerminal(stream) ? 78 : nil, isColored: showsColor(stream))
  }

  /// Writes findings for people.
  static func report(_ diagnostics: [Diagnostic], in bytes: [UInt8]?, to stream: Stream) {
    let report = textReport(for: stream)
    write(report.text(for: diagnostics, in: bytes), to: stream)
  }
}
