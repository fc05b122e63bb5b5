import Diagnostics
import CLibrary

/// Asks the user for confirmation.
enum Question {
  /// Whether the user can read and answer questions.
  static var canBeAsked: Bool { isatty(0) == 1 && Console.isTerminal(.error) }

  /// Asks; everything but a yes is a no.
  static func isAnsweredYes(_ question: String) -> Bool {
    Console.write("\(question.printable) [y/N] ", to: .error)
    let answer = readLine(strippingNewline: true)
    if answer == nil { Console.write("\n", to: .error) }
    return ["y", "yes"].contains(answer?.lowercased() ?? "")
  }
}
