import Diagnostics

package enum ScheduleName {
  /// Returns the name, with a number if it is used already, and adds it to the used names.
  package static func unused(_ name: String, _ used: inout Set<String>) -> String {
    var (result, number) = (name, 2)
    // Leaves room for the number.
    let start = String(String.UnicodeScalarView(name.unicodeScalars.prefix(56)))
    while !used.insert(result).inserted {
      result = "\(start) \(number)"
      number += 1
    }
    return result
  }

  /// Returns why a text is not a valid name, as a predicate of "the name"; nil if it is valid: 1 to 64 code points,
  /// without control characters and characters that change the text direction.
  package static func problem(of text: String) -> String? {
    let length = text.unicodeScalars.count
    if length == 0 { return "is empty" }
    if length > FileFormat.longestName {
      let unit = length == text.count ? "characters" : "code points"
      return "has \(length) \(unit); at most \(FileFormat.longestName)"
    }
    guard let control = text.unicodeScalars.first(where: \.isControl) else { return nil }
    let number = control.value.digits(4, radix: 16, uppercase: true)
    return "contains the control character U+\(number)"
  }
}
