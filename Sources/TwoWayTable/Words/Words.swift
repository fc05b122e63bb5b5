/// The one table of what the library says, which an app can replace: `Words([.save: "Sichern"])`.
///
/// What is not replaced stays English. Messages about layout files are for who writes them, and are
/// not part of it.
public struct Words: Hashable, Sendable {
  private var replaced: [Word: String]
  private var commands: [TableCommand: String] = [:]

  /// English.
  public static let english = Words()

  /// Replaces some of the English words.
  public init(_ texts: [Word: String] = [:]) {
    replaced = texts
  }

  /// The text of a word, its `%1` and `%2` as they are.
  public subscript(word: Word) -> String {
    get { replaced[word] ?? word.rawValue }
    set { replaced[word] = newValue }
  }

  /// What a command does, for the list of keys.
  public subscript(of command: TableCommand) -> String {
    get { commands[command] ?? command.help }
    set { commands[command] = newValue }
  }

  /// The text of a word, with values for its `%1`, `%2` and so on.
  public func text(_ word: Word, _ values: [String]) -> String {
    // Once from the left: a value that says `%2` itself stays as it is.
    var result = ""
    var rest = self[word][...]
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[percent...].dropFirst()
      if let place = rest.first.flatMap({ $0.wholeNumberValue }), values.indices.contains(place - 1)
      {
        result += values[place - 1]
        rest.removeFirst()
      } else {
        result += "%"
      }
    }
    return result + rest
  }

  /// The text of a word, with values for its `%1`, `%2` and so on.
  public func text(_ word: Word, _ values: String...) -> String { text(word, values) }
}
