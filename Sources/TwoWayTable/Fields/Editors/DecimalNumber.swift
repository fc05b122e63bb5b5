import Diagnostics

/// A number with up to six decimals, exact in millionths.
struct DecimalNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number times a million; below 10^15, so that sums and steps do not overflow.
  let millionths: Int

  static let zero = DecimalNumber(millionths: 0)
  private static let limit = 1_000_000_000_000_000

  private init(millionths: Int) { self.millionths = millionths }

  /// Parses `-12.5`; accepts a decimal comma and a sign. Nil for anything else.
  init?(_ text: some StringProtocol) {
    var digits = Array(text.utf8)[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let parts = digits.split(maxSplits: 1, omittingEmptySubsequences: false) {
      ".,".utf8.contains($0)
    }
    let decimals = parts.count > 1 ? parts[1] : []
    let all = parts[0] + decimals
    let zeros = String(repeating: "0", count: max(0, 6 - decimals.count))
    guard !all.isEmpty, decimals.count <= 6, all.allSatisfy(\.isDigit),
      let value = Int(String(decoding: all, as: UTF8.self) + zeros), value < Self.limit
    else { return nil }
    millionths = isNegative ? -value : value
  }

  /// Converts a number; nil if it has more than six decimals or is too large.
  init?(_ number: Double) {
    let millionths = (number * 1_000_000).rounded()
    guard millionths.magnitude < Double(Self.limit), millionths / 1_000_000 == number else {
      return nil
    }
    self.millionths = Int(millionths)
  }

  static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    left.millionths < right.millionths
  }

  /// The sum; nil if it is too large.
  func adding(_ other: DecimalNumber, times count: Int = 1) -> DecimalNumber? {
    let (product, isTooLarge) = other.millionths.multipliedReportingOverflow(by: count)
    let (sum, overflows) = millionths.addingReportingOverflow(product)
    guard !isTooLarge, !overflows, sum.magnitude < Self.limit else { return nil }
    return DecimalNumber(millionths: sum)
  }

  /// The nearest multiple of `step`, counted from `origin`.
  func rounded(to step: DecimalNumber, from origin: DecimalNumber) -> DecimalNumber {
    let distance = millionths - origin.millionths
    let half = distance < 0 ? -step.millionths / 2 : step.millionths / 2
    return DecimalNumber(
      millionths: origin.millionths + (distance + half) / step.millionths * step.millionths)
  }

  /// The shortest text, without trailing zeros.
  var description: String {
    let (whole, part) = abs(millionths).quotientAndRemainder(dividingBy: 1_000_000)
    var text = millionths < 0 ? "-\(whole)" : "\(whole)"
    guard part > 0 else { return text }
    var decimals = String(String(part + 1_000_000).dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    text += ".\(decimals)"
    return text
  }
}
