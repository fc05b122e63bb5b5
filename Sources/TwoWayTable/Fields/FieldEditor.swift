/// Why a typed text is not a value.
public struct FieldProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence in English, lower case, without a full stop.
  public let reason: String
  /// The nearest value, in canonical form, if any.
  public let nearest: String?
  private var word: Word?
  private var values: [String] = []

  /// Creates a problem with a text of the app.
  public init(_ reason: String, nearest: String? = nil) {
    self.reason = reason
    self.nearest = nearest
  }

  /// Creates a problem with a text that an app can replace.
  public init(_ word: Word, _ values: String..., nearest: String? = nil) {
    self.init(Words.english.text(word, values), nearest: nearest)
    (self.word, self.values) = (word, values)
  }

  /// The sentence in the given words.
  public func reason(in words: Words) -> String { word.map { words.text($0, values) } ?? reason }

  /// The sentence in the given words, with the displayed nearest value unless the sentence contains it.
  func sentence(in words: Words, _ editor: (any FieldEditor)?) -> String {
    let reason = reason(in: words)
    guard let nearest else { return reason }
    let shown = editor?.display(nearest) ?? nearest
    return reason.contains(shown) ? reason : words.text(.nearest, reason, shown)
  }

  /// The reason.
  public var description: String { reason }
}

/// Defines how the values of a field are shown, typed, parsed and stepped.
///
/// Values are canonical texts: they are equal if their texts are. A new kind of editor is one conforming type,
/// registered with a `FieldEditorRegistry`. Only `init(arguments:)` and `parse` are required.
public protocol FieldEditor: Sendable {
  /// Creates an editor with the arguments of a layout.
  ///
  /// - Throws: `FieldEditorArgumentError` for an invalid argument.
  init(arguments: inout FieldEditorArguments) throws(FieldEditorArgumentError)

  /// The values to choose from; empty if values are typed.
  ///
  /// In a form, Left, Right and the space bar cycle through them instead of typing; in a cell, the space bar does.
  var choices: [String] { get }

  /// Whether a value may be several of the choices, or none, joined by commas.
  ///
  /// A form then shows a box for each. The space bar ticks them: `parse` must accept `+choice` and `-choice`.
  var allowsSeveral: Bool { get }

  /// Formats a value for the screen. `parse` must accept it: editing in place begins with it.
  func display(_ value: String) -> String

  /// Whether a character can be typed.
  func accepts(_ scalar: Unicode.Scalar) -> Bool

  /// Parses typed text, which is not empty; `current` is the current value, for texts such as `+15`.
  func parse(_ typed: String, current: String) -> Result<String, FieldProblem>

  /// The value `count` steps after `value`, or before it if `count` is negative; nil if there is none.
  func step(_ value: String, by count: Int) -> String?
}

extension FieldEditor {
  /// Empty: values are typed.
  public var choices: [String] { [] }

  /// False: at most one choice.
  public var allowsSeveral: Bool { false }

  /// The value itself.
  public func display(_ value: String) -> String { value }

  /// Accepts every character.
  public func accepts(_ scalar: Unicode.Scalar) -> Bool { true }

  /// Handles a key in the line being typed; returns false for other keys, and for characters that are not accepted.
  func edit(_ line: inout TextLine, with key: Key) -> Bool {
    if case .character(let scalar) = key, !accepts(scalar) { return false }
    return line.handle(key)
  }

  /// The choice `count` steps further, or as many as there are; nil at the end, and if values are typed.
  public func step(_ value: String, by count: Int) -> String? {
    guard let index = choices.firstIndex(of: value) else {
      return count < 0 ? choices.last : choices.first
    }
    let further = count < 0 ? choices[..<index].reversed() : Array(choices[(index + 1)...])
    return further.prefix(Int(clamping: count.magnitude)).last
  }

  /// The steps to the next choice in a direction, 1 or -1; from the one at the end, those back to the other end.
  func cyclicSteps(from value: String?, _ direction: Int) -> Int {
    let end = direction < 0 ? choices.first : choices.last
    return value == end ? -direction * choices.count : direction
  }
}
