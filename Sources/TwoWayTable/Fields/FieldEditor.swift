/// Why a typed text is not a value.
public struct FieldProblem: Error, Hashable, Sendable {
  /// One sentence in English, lower case, without a full stop.
  public let reason: String
  /// The nearest text that would be a value, where there is one.
  public let nearest: String?
  private var word: Word?
  private var values: [String] = []

  /// Describes a problem in the words of an app.
  public init(_ reason: String, nearest: String? = nil) {
    self.reason = reason
    self.nearest = nearest
  }

  /// Describes a problem in words that an app can replace.
  public init(_ word: Word, _ values: String..., nearest: String? = nil) {
    self.init(Words.english.text(word, values), nearest: nearest)
    (self.word, self.values) = (word, values)
  }

  /// The sentence in other words.
  public func reason(in words: Words) -> String { word.map { words.text($0, values) } ?? reason }

  /// The sentence in other words, and the nearest value as its editor shows it, unless the sentence names it.
  func sentence(in words: Words, _ editor: (any FieldEditor)?) -> String {
    let reason = reason(in: words)
    guard let nearest else { return reason }
    let shown = editor?.display(nearest) ?? nearest
    return reason.contains(shown) ? reason : words.text(.nearest, reason, shown)
  }

  /// Whether two problems say the same.
  public static func == (left: FieldProblem, right: FieldProblem) -> Bool {
    left.reason == right.reason && left.nearest == right.nearest
  }

  /// Hashes what the problem says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(nearest)
  }
}

extension FieldProblem: CustomStringConvertible {
  /// The reason.
  public var description: String { reason }
}

/// How the values of a field are shown, typed, read and stepped.
///
/// Values are canonical text: two texts are the same value when they are the same text. A new kind
/// of editor is one type that conforms, and one line that registers it with a
/// `FieldEditorRegistry`. Only `init(arguments:)` and `parse` must be written.
public protocol FieldEditor: Sendable {
  /// Makes an editor as a layout asks for it.
  ///
  /// - Throws: `FieldEditorArgumentError`, naming the argument that is wrong.
  init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError)

  /// The values to choose among; empty where values are typed.
  ///
  /// A field with choices is cycled with Left, Right and the space bar, and takes no text.
  var choices: [String] { get }

  /// Whether a value may be several of the choices, or none of them, joined by commas.
  ///
  /// A form then shows all of them with a box each: Left and Right go from one to the next, the space
  /// bar ticks.
  var allowsSeveral: Bool { get }

  /// The editor with other words where it shows words of the library.
  func using(_ words: Words) -> any FieldEditor

  /// How a value is shown.
  func display(_ value: String) -> String

  /// Whether a character can be part of a text that is typed here.
  func accepts(_ scalar: Unicode.Scalar) -> Bool

  /// Does what `key` does in the line being typed; false for a key that means nothing here.
  func edit(_ line: inout TextLine, with key: Key) -> Bool

  /// Reads a typed text, which is not empty; `current` is the value that stands there, for texts
  /// such as `+15`.
  func parse(_ typed: String, current: String) -> Result<String, FieldProblem>

  /// The value `count` steps after `value`, or before it where `count` is negative; nil where there
  /// is none.
  func step(_ value: String, by count: Int) -> String?
}

extension FieldEditor {
  /// None: values are typed.
  public var choices: [String] { [] }

  /// One choice at most.
  public var allowsSeveral: Bool { false }

  /// The editor itself.
  public func using(_ words: Words) -> any FieldEditor { self }

  /// The value itself.
  public func display(_ value: String) -> String { value }

  /// Every character.
  public func accepts(_ scalar: Unicode.Scalar) -> Bool { true }

  /// Lets a line of text handle the key, without the characters that are not accepted.
  public func edit(_ line: inout TextLine, with key: Key) -> Bool {
    if case .character(let scalar) = key, !accepts(scalar) { return false }
    return line.handle(key)
  }

  /// The choice `count` further, round and round; nil where values are typed.
  public func step(_ value: String, by count: Int) -> String? {
    guard !choices.isEmpty else { return nil }
    guard let index = choices.firstIndex(of: value) else {
      return count < 0 ? choices.last : choices.first
    }
    let place = (index + count % choices.count + choices.count) % choices.count
    return choices[place]
  }
}
