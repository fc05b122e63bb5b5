/// A printable message that keeps the row or day that it is about, and the options that it names, as values.
///
/// Equal sentences about several rows become one, and each front end names the options in its own way.
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

  fileprivate enum Part: Hashable {
    case words(String)
    case subject(Subject, String)
    case option(RequestOption, isRemedy: Bool)
  }

  /// Without empty words and neighbouring words, so that equal sentences have equal parts.
  private var parts: [Part]

  package init(_ text: String) { parts = text.isEmpty ? [] : [.words(text.printable)] }

  private init(_ parts: some Sequence<Part>) { self.parts = Array(parts) }

  package var text: String { text(naming: \.rawValue) }
  package var description: String { text }

  /// The text with the names that a front end gives its options.
  package func text(naming name: (RequestOption) -> String) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words), .subject(_, let words): text += words
      case .option(let option, _): text += name(option)
      }
    }
  }

  /// The options that would help.
  package var remedies: [RequestOption] {
    parts.compactMap { if case .option(let option, true) = $0 { option } else { nil } }
  }

  /// The subject, and the sentence before and after it; nil without one.
  package var aroundSubject: (before: Sentence, subject: Subject, after: Sentence)? {
    for (place, part) in parts.enumerated().reversed() {
      guard case .subject(let subject, _) = part else { continue }
      return (Sentence(parts[..<place]), subject, Sentence(parts[(place + 1)...]))
    }
    return nil
  }

  package static func + (left: Sentence, right: Sentence) -> Sentence { "\(left)\(right)" }

  package static func + (left: Sentence, right: String) -> Sentence { "\(left)\(right)" }
}

extension Sentence: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []
    /// The words after the parts. Appending to a string is slower.
    private var words: [UInt8] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      words.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { words += literal.utf8 }

    package mutating func appendInterpolation(_ text: String) { words += text.printable.utf8 }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendInterpolation(value.description)
    }

    /// Appends a sentence with its values.
    package mutating func appendInterpolation(_ other: Sentence) {
      for part in other.parts {
        if case .words(let words) = part { appendLiteral(words) } else { append(part) }
      }
    }

    /// Appends the name of an option.
    package mutating func appendInterpolation(option: RequestOption) {
      append(.option(option, isRemedy: false))
    }

    /// Appends the name of an option that would help.
    package mutating func appendInterpolation(add option: RequestOption) {
      append(.option(option, isRemedy: true))
    }

    /// Appends the name of the row or the day that the sentence is about.
    package mutating func appendSubject(_ kind: Subject.Kind, row: Int, _ name: String) {
      append(.subject(Subject(kind: kind, row: row), name))
    }

    private mutating func append(_ part: Part) {
      endWords()
      parts.append(part)
    }

    fileprivate mutating func endWords() {
      guard !words.isEmpty else { return }
      parts.append(.words(String(decoding: words, as: UTF8.self)))
      words = []
    }
  }

  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) {
    var words = stringInterpolation
    words.endWords()
    parts = words.parts
  }
}

/// An option of a request that a sentence names. The raw value is its name where no front end gives it one.
package enum RequestOption: String, CaseIterable, Sendable {
  case automation, day, device, due, gaps, into, merge, midnight, program, round, schedule, skip,
    target, times, to, unit, year, zone
  case dropCalendar = "drop calendar"
  case dropCool = "drop cool"
  case dropPeriods = "drop periods"
  case fileUnit = "file unit"
  /// The schedule for all-day events.
  case scheduleOfDates = "as"
  /// The sides of the schedule; it must have those of the device.
  case sides
}
