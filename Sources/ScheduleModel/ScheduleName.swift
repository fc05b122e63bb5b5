import Diagnostics

/// The names that schedules may have.
package enum ScheduleName {
  /// Why a text is no name, as what one says behind "the name"; nil where it is one: 1 to 64 characters, none
  /// of them a control character or one that changes the direction of text.
  package static func problem(of text: String) -> String? {
    let length = text.unicodeScalars.count
    if length == 0 { return "is empty" }
    if length > FileFormat.longestName {
      return "has \(length) characters; at most \(FileFormat.longestName)"
    }
    guard let control = text.unicodeScalars.first(where: \.isControl) else { return nil }
    let number = String(control.value, radix: 16, uppercase: true)
    return "holds the control character U+"
      + String(repeating: "0", count: max(0, 4 - number.count)) + number
  }
}
