import Diagnostics

/// A path from the root of a JSON text to a value.
package struct JSONPath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  package let steps: [Step]

  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  package func member(_ key: String) -> JSONPath { JSONPath(steps + [.member(key)]) }

  package func element(_ index: Int) -> JSONPath { JSONPath(steps + [.element(index)]) }

  /// The path as a JSON Pointer (RFC 6901); empty for the root.
  package var pointer: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .member(let key): text += "/" + Self.escaped(key)
      case .element(let index): text += "/\(index)"
      }
    }
  }

  /// The path for messages, `fields[2].width`; empty for the root.
  package var words: String {
    steps.reduce("") { text, step in
      switch step {
      case .member(let key): text.isEmpty ? key.printable : "\(text).\(key.printable)"
      case .element(let index): "\(text)[\(index)]"
      }
    }
  }

  /// Escapes a member's name for a JSON Pointer.
  package static func escaped(_ key: String) -> String {
    let isPlain = !key.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
    return isPlain ? key : key.replacingScalars(["~": "~0", "/": "~1"])
  }
}
