package import ScheduleModel

/// A temperature or a difference, in hundredths of a degree of a device's unit.
package struct Hundredths: Hashable, Sendable {
  /// The number of hundredths.
  package let count: Int

  /// Creates a value from hundredths: 2150 is 21.5 degrees.
  package init(_ count: Int) {
    self.count = count
  }

  /// Converts the tenths of a schedule in the same unit.
  package init(_ temperature: Temperature) {
    count = temperature.tenths * 10
  }
}

extension Hundredths: Comparable {
  package static func < (left: Hundredths, right: Hundredths) -> Bool { left.count < right.count }

  static func + (left: Hundredths, right: Hundredths) -> Hundredths {
    Hundredths(left.count + right.count)
  }

  static func - (left: Hundredths, right: Hundredths) -> Hundredths {
    Hundredths(left.count - right.count)
  }

  static func * (left: Hundredths, right: Int) -> Hundredths { Hundredths(left.count * right) }

  func isMultiple(of step: Hundredths) -> Bool { count.isMultiple(of: step.count) }
}

extension Hundredths: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { count = value }
}

extension Hundredths: CustomStringConvertible {
  /// The shortest decimal form: `21`, `21.5`, `21.11`.
  package var description: String {
    let (whole, part) = (count.magnitude / 100, count.magnitude % 100)
    var text = count < 0 ? "-" : ""
    text += String(whole)
    guard part > 0 else { return text }
    text += part < 10 ? ".0" : "."
    text += String(part.isMultiple(of: 10) ? part / 10 : part)
    return text
  }

  /// The value with at least one decimal, `21.0`, for readers that distinguish reals from integers.
  var decimalText: String { count % 100 == 0 ? "\(self).0" : description }
}
