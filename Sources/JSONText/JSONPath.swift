import Diagnostics

/// The way from the top of a JSON text to a value.
package struct JSONPath: Hashable, Sendable {
  /// One step down.
  package enum Step: Hashable, Sendable {
    /// Into the member of an object.
    case member(String)
    /// Into the element of an array, from 0.
    case element(Int)
  }

  /// The steps from the top.
  package let steps: [Step]

  /// Makes a path of steps.
  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// The path one member further down.
  package func member(_ key: String) -> JSONPath { JSONPath(steps + [.member(key)]) }

  /// The path one element further down.
  package func element(_ index: Int) -> JSONPath { JSONPath(steps + [.element(index)]) }

  /// The path one step up; the top is its own parent.
  package var parent: JSONPath { JSONPath(steps.dropLast()) }

  /// The path as a JSON Pointer (RFC 6901), empty for the top.
  package var pointer: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .member(let key): text += "/" + Self.escaped(key)
      case .element(let index): text += "/\(index)"
      }
    }
  }

  /// The path as messages name it, `fields[2].width`, empty for the top.
  package var words: String {
    steps.reduce("") { text, step in
      switch step {
      case .member(let key): text.isEmpty ? key.printable : "\(text).\(key.printable)"
      case .element(let index): "\(text)[\(index)]"
      }
    }
  }

  private static func escaped(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return key
    }
    return key.reduce(into: "") { text, character in
      switch character {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.append(character)
      }
    }
  }
}
