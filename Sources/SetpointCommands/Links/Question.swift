import Diagnostics
import CLibrary

/// Asking a person before something is done.
enum Question {
  /// Whether a person reads what is said and can answer.
  static var canBeAsked: Bool { isatty(0) == 1 && Console.isTerminal(.error) }

  /// Asks; nothing but a yes is one.
  static func isAnsweredYes(_ question: String) -> Bool {
    Console.write("\(question.printable) [y/N] ", to: .error)
    let answer = readLine(strippingNewline: true)
    if answer == nil { Console.write("\n", to: .error) }
    return ["y", "yes"].contains(answer?.lowercased() ?? "")
  }
}
