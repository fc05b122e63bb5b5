import ArgumentParser
import JSONText

/// The forms in which a command prints its result.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

extension Console {
  /// Prints a result for programs; `setpoint schema` describes it.
  static func print(_ result: JSONValue) { print(result.text(.indented)) }
}
