/// A printable message that keeps the row or day that it is about, its times, and the options that it names, as values.
///
/// Equal sentences about several rows become one, and each front end writes times and options in its own way.
package struct Sentence: Hashable, Sendable, CustomStringConvertible {
  /// The row or the day that a sentence is about.
  package struct Subject: Hashable, Sendable {
    package enum Kind: Sendable {
      case row, day
      /// A day with its verb, `Monday has`. Several days have a colon instead of the verb.
      case dayWithVerb
    }

    package let kind: Kind
    /// The index of the row, or of a row of the day, in table order.
    package let row: Int
  }

  /// A row, a day, a time or an option whose name is part of the text.
  fileprivate struct Value: Hashable {
    enum Kind: Hashable {
      case subject(Subject)
      case option(RequestOption, isRemedy: Bool)
      case time
    }

    let kind: Kind
    /// Its name, in bytes of the text.
    let place: Range<Int>

    func moved(by bytes: Int) -> Value {
      Value(kind: kind, place: place.lowerBound + bytes..<place.upperBound + bytes)
    }
  }

  /// The text in UTF-8, in which options have their own names. Not a string: most sentences are only written.
  private let bytes: [UInt8]
  /// The values, in the order of the text.
  private let values: [Value]

  package init(_ text: String) { (bytes, values) = (Array(text.printable.utf8), []) }

  private init(_ place: Range<Int>, of other: Sentence) {
    bytes = Array(other.bytes[place])
    values = other.values.filter { place.contains($0.place.lowerBound) }
      .map { $0.moved(by: -place.lowerBound) }
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var description: String { text }

  /// The text with the names that a front end gives its options, and with the times as `time` writes them.
  package func text(
    naming name: (RequestOption) -> String = \.rawValue, time: ((String) -> String)? = nil
  ) -> String {
    guard !values.isEmpty else { return text }
    var (result, end): ([UInt8], Int) = ([], 0)
    for value in values {
      let own = bytes[value.place]
      let text: String? =
        switch value.kind {
        case .option(let option, _): name(option)
        case .time: time?(String(decoding: own, as: UTF8.self))
        case .subject: nil
        }
      guard let text else { continue }
      result += bytes[end..<own.startIndex]
      result += text.utf8
      end = own.endIndex
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// The options that would help.
  package var remedies: [RequestOption] {
    values.compactMap { if case .option(let option, true) = $0.kind { option } else { nil } }
  }

  /// The subject, and the sentence before and after it; nil without one.
  package var aroundSubject: (before: Sentence, subject: Subject, after: Sentence)? {
    for value in values.reversed() {
      guard case .subject(let subject) = value.kind else { continue }
      let (start, end) = (value.place.lowerBound, value.place.upperBound)
      return (Sentence(0..<start, of: self), subject, Sentence(end..<bytes.count, of: self))
    }
    return nil
  }

  package static func + (left: Sentence, right: Sentence) -> Sentence { "\(left)\(right)" }

  package static func + (left: Sentence, right: String) -> Sentence { "\(left)\(right)" }
}

extension Sentence: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []
    fileprivate var values: [Value] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) {
      guard !literal.isEmpty else { return }
      var literal = literal
      literal.withUTF8 { bytes.append(contentsOf: $0) }
    }

    package mutating func appendInterpolation(_ text: String) { appendLiteral(text.printable) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendInterpolation(value.description)
    }

    package mutating func appendInterpolation(_ other: Sentence) {
      let start = bytes.count
      bytes += other.bytes
      values += other.values.map { $0.moved(by: start) }
    }

    package mutating func appendInterpolation(option: RequestOption) {
      append(.option(option, isRemedy: false), option.rawValue)
    }

    /// Appends the name of an option that would help.
    package mutating func appendInterpolation(add option: RequestOption) {
      append(.option(option, isRemedy: true), option.rawValue)
    }

    /// Appends a time in canonical form.
    package mutating func append(time: String) { append(.time, time) }

    /// Appends the name of the row or the day that the sentence is about.
    package mutating func appendSubject(_ kind: Subject.Kind, row: Int, _ name: String) {
      append(.subject(Subject(kind: kind, row: row)), name)
    }

    private mutating func append(_ kind: Value.Kind, _ name: String) {
      let start = bytes.count
      appendLiteral(name)
      values.append(Value(kind: kind, place: start..<bytes.count))
    }
  }

  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) {
    (bytes, values) = (stringInterpolation.bytes, stringInterpolation.values)
  }
}

/// An option of a request that a sentence names. The raw value is its name where no front end gives it one.
package enum RequestOption: String, CaseIterable, Sendable {
  case day, device, gaps, heat, into, merge, midnight, program, round, skip, target, times, to,
    unit, year, zone
  case coolRange = "cool range", heatRange = "heat range", deadband
  case dropCool = "drop cool"
  case dropPeriods = "drop periods"
  case fileUnit = "file unit"
  /// The schedule for all-day events.
  case scheduleOfDates = "as"
  /// The sides of the schedule; it must have those of the device.
  case sides
}
