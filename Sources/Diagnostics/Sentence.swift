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

  private struct Option: Hashable {
    let name: RequestOption
    let isRemedy: Bool
    /// Its place in the text, in UTF-8.
    var place: Range<Int>
  }

  package private(set) var text: String
  private var subject: Subject?
  private var subjectPlace = 0..<0
  private var options: [Option] = []

  package init(_ text: String) { self.text = text.printable }

  package var description: String { text }

  /// The text with the names that a front end gives its options.
  package func text(naming name: (RequestOption) -> String) -> String {
    var (text, end) = ("", 0)
    for option in options {
      text += part(end..<option.place.lowerBound).text + name(option.name)
      end = option.place.upperBound
    }
    return text + part(end..<self.text.utf8.count).text
  }

  /// The options that would help.
  package var remedies: [RequestOption] { options.filter(\.isRemedy).map(\.name) }

  /// The subject, and the sentence before and after it; nil without one.
  package var aroundSubject: (before: Sentence, subject: Subject, after: Sentence)? {
    subject.map {
      let place = subjectPlace
      return (part(0..<place.lowerBound), $0, part(place.upperBound..<text.utf8.count))
    }
  }

  /// A part of the text with its options.
  private func part(_ range: Range<Int>) -> Sentence {
    var part = Sentence("")
    part.text = String(
      decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    part.options = options.filter { range.contains($0.place.lowerBound) }
    for index in part.options.indices { part.options[index].place.shift(by: -range.lowerBound) }
    return part
  }

  package static func + (left: Sentence, right: Sentence) -> Sentence { "\(left)\(right)" }

  package static func + (left: Sentence, right: String) -> Sentence { "\(left)\(right)" }
}

extension Sentence: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sentence = Sentence("")

    package init(literalCapacity: Int, interpolationCount: Int) {
      sentence.text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { sentence.text += literal }

    package mutating func appendInterpolation(_ text: some StringProtocol) {
      sentence.text += String(text).printable
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      sentence.text += value.description
    }

    /// Appends a sentence with its values.
    package mutating func appendInterpolation(_ other: Sentence) {
      let start = place(of: other.text).lowerBound
      if let subject = other.subject {
        sentence.subject = subject
        sentence.subjectPlace = other.subjectPlace
        sentence.subjectPlace.shift(by: start)
      }
      for var option in other.options {
        option.place.shift(by: start)
        sentence.options.append(option)
      }
    }

    /// Appends the name of an option.
    package mutating func appendInterpolation(option: RequestOption) {
      append(option, isRemedy: false)
    }

    /// Appends the name of an option that would help.
    package mutating func appendInterpolation(add option: RequestOption) {
      append(option, isRemedy: true)
    }

    private mutating func append(_ option: RequestOption, isRemedy: Bool) {
      let place = place(of: option.rawValue)
      sentence.options.append(Option(name: option, isRemedy: isRemedy, place: place))
    }

    /// Appends the name of the row or the day that the sentence is about.
    package mutating func appendSubject(_ kind: Subject.Kind, row: Int, _ name: String) {
      sentence.subject = Subject(kind: kind, row: row)
      sentence.subjectPlace = place(of: name)
    }

    /// Appends a text; returns its place.
    private mutating func place(of text: String) -> Range<Int> {
      let start = sentence.text.utf8.count
      sentence.text += text
      return start..<sentence.text.utf8.count
    }
  }

  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sentence }
}

extension Range<Int> {
  fileprivate mutating func shift(by distance: Int) {
    self = lowerBound + distance..<upperBound + distance
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
