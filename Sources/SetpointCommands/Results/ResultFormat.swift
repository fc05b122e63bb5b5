import ArgumentParser
import JSONText

/// The forms in which a command prints its result.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

extension Console {
  /// Prints a result for programs.
  static func print(_ result: JSONValue) { print(result.text(.indented)) }
}

extension JSONValue {
  /// An array of strings.
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
