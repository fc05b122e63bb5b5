/// A command line that needs no parser: names of files, and flags and options that are spelled out.
///
/// It reads less than the argument parser and never something else. What it does not know, it leaves to the
/// parser by being nil: abbreviations, values behind an equals sign, options given twice, mistakes.
package struct PlainLine {
  /// What is no option, in its order.
  private(set) var names: [String] = []
  private var flags: [String] = []
  private var values: [(option: String, value: String)] = []

  /// Reads `arguments`, in which only these flags, and options with a value behind them, may stand.
  init?(_ arguments: ArraySlice<String>, flags: [String] = [], options: [String] = []) {
    var rest = arguments
    while let word = rest.popFirst() {
      if word == "-" || !word.isEmpty && !word.utf8.starts(with: "-".utf8) {
        names.append(word)
      } else if word == "--" {
        // What follows is no option, whatever it looks like.
        names += rest
        return
      } else if flags.contains(word) {
        guard !has(word) else { return nil }
        self.flags.append(word)
      } else if options.contains(word) {
        guard self[word] == nil, let value = rest.popFirst(), !value.isEmpty,
          !value.utf8.starts(with: "-".utf8)
        else { return nil }
        values.append((word, value))
      } else {
        return nil
      }
    }
  }

  /// Whether a flag is there.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option.
  subscript(option: String) -> String? { values.first { $0.option == option }?.value }

  /// The value of an option that takes one of some words; nil for another word.
  func choice<Value: RawRepresentable<String>>(_ option: String, else usual: Value) -> Value? {
    self[option].map { Value(rawValue: $0) } ?? usual
  }

  /// The same where there may be no value.
  func choice<Value: RawRepresentable<String>>(_ option: String, else usual: Value?) -> Value?? {
    guard let text = self[option] else { return .some(usual) }
    return Value(rawValue: text).map { .some($0) } ?? nil
  }
}
