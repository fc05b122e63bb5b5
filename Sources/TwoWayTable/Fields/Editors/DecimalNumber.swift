/// A number with up to six decimals, exact in millionths.
struct DecimalNumber: Hashable, Comparable, Sendable {
  /// The number times a million; below 10^15, so that sums and steps do not overflow.
  let millionths: Int

  static let zero = DecimalNumber(millionths: 0)
  private static let limit = 1_000_000_000_000_000

  private init(millionths: Int) {
    self.millionths = millionths
  }

  /// Creates a sum or a product; nil if it is too large.
  private init?(checking millionths: (partialValue: Int, overflow: Bool)) {
    guard !millionths.overflow, abs(millionths.partialValue) < Self.limit else { return nil }
    self.millionths = millionths.partialValue
  }

  /// Parses `-12.5`; accepts a decimal comma and a sign. Nil for anything else.
  init?(_ text: some StringProtocol) {
    var digits = text.unicodeScalars[...]
    let sign = digits.first == "-" ? -1 : 1
    if digits.first == "-" || digits.first == "+" { digits = digits.dropFirst() }
    var value = 0
    var decimals: Int?
    var count = 0
    for scalar in digits {
      switch scalar {
      case ".", ",":
        guard decimals == nil else { return nil }
        decimals = 0
      case "0"..."9":
        guard value < Self.limit, decimals ?? 0 < 6 else { return nil }
        value = value * 10 + Int(scalar.value) - 0x30
        count += 1
        decimals = decimals.map { $0 + 1 }
      default: return nil
      }
    }
    guard count > 0 else { return nil }
    for _ in (decimals ?? 0)..<6 {
      value *= 10
      guard value < Self.limit else { return nil }
    }
    guard value < Self.limit else { return nil }
    millionths = sign * value
  }

  /// Converts a number of a layout file; nil if it needs more than six decimals.
  init?(_ number: Double) {
    guard let exact = DecimalNumber(number.description) else { return nil }
    self = exact
  }

  static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    left.millionths < right.millionths
  }

  /// The sum; nil if it is too large.
  func adding(_ other: DecimalNumber, times count: Int = 1) -> DecimalNumber? {
    let (product, overflow) = other.millionths.multipliedReportingOverflow(by: count)
    guard !overflow else { return nil }
    return DecimalNumber(checking: millionths.addingReportingOverflow(product))
  }

  /// The nearest multiple of `step`, counted from `origin`; itself for a step of zero.
  func rounded(to step: DecimalNumber, from origin: DecimalNumber) -> DecimalNumber {
    guard step.millionths > 0 else { return self }
    let distance = millionths - origin.millionths
    let half = distance < 0 ? -step.millionths / 2 : step.millionths / 2
    return DecimalNumber(
      millionths: origin.millionths + (distance + half) / step.millionths * step.millionths)
  }
}

extension DecimalNumber: CustomStringConvertible {
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
