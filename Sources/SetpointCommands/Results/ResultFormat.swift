import ArgumentParser
import JSONText

/// The output formats of a command's result.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

extension Console {
  /// Prints a result as JSON.
  static func print(_ result: JSONValue) { print(result.text(.indented)) }
}

extension JSONValue {
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
