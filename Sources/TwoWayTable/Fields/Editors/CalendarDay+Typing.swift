import CLibrary
import Diagnostics

extension CalendarDay {
  /// Reads what people write; `year` is that of a text without one.
  init?(typed text: String, year known: Int?) {
    func numbers(_ separator: Character) -> [Int]? {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      let digits = parts.last == "" && separator == "." ? parts.dropLast() : parts
      let numbers = digits.compactMap { part in
        part.utf8.count <= 4 && part.utf8.allSatisfy({ (0x30...0x39).contains($0) })
          ? Int(part) : nil
      }
      return numbers.count == digits.count ? numbers : nil
    }
    if let parts = numbers("-"), parts.count == 3 {
      self.init(year: parts[0], month: parts[1], day: parts[2])
      return
    }
    let dayComesFirst = text.contains(".")
    guard let parts = numbers(dayComesFirst ? "." : "/"), (2...3).contains(parts.count),
      let year = parts.count == 3 ? parts[2] : known
    else { return nil }
    self.init(
      year: year, month: parts[dayComesFirst ? 1 : 0], day: parts[dayComesFirst ? 0 : 1])
  }

  /// The year now, where the system is.
  static var thisYear: Int {
    var (now, parts) = (time(nil), tm())
    return localtime_r(&now, &parts) == nil ? 1970 : Int(parts.tm_year) + 1900
  }
}
