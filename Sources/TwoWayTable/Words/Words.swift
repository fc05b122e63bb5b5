/// The texts of the library, which an app can replace: `Words([.save: "Sichern"])`.
///
/// Texts not replaced stay English. Errors in layout files are for developers and are not included.
public struct Words: Hashable, Sendable {
  private var replaced: [Word: String]
  private var commands: [TableCommand: String] = [:]

  /// English.
  public static let english = Words()

  /// Replaces some of the English words.
  public init(_ texts: [Word: String] = [:]) {
    replaced = texts
  }

  /// The text of a word with its placeholders `%1` and `%2`.
  public subscript(word: Word) -> String {
    get { replaced[word] ?? word.rawValue }
    set { replaced[word] = newValue }
  }

  /// The description of a command, for the list of keys.
  public subscript(of command: TableCommand) -> String {
    get { commands[command] ?? command.help }
    set { commands[command] = newValue }
  }

  /// The text of a word, with values for its `%1`, `%2` and so on.
  public func text(_ word: Word, _ values: [String]) -> String {
    // One pass from the left: a `%2` within a value is not replaced.
    let parts = self[word].split(separator: "%", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      guard let place = part.first?.wholeNumberValue, values.indices.contains(place - 1) else {
        return text + "%" + part
      }
      return text + values[place - 1] + part.dropFirst()
    }
  }

  /// The text of a word, with values for its `%1`, `%2` and so on.
  public func text(_ word: Word, _ values: String...) -> String { text(word, values) }
}
