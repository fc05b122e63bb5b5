import CLibrary
package import Diagnostics

/// Finds the missing options of a command line, by adding what each refusal asks for until there is none.
package struct MissingOptions<Options> {
  /// An option that can be added; the value is nil for a flag.
  package typealias Addition = (option: RequestOption, value: String?, add: (inout Options) -> Void)

  /// Every refusal on the way.
  package private(set) var refusals: [Failure] = []
  /// The options with all additions.
  package private(set) var options: Options
  /// The last refusal, if no addition helps against it.
  package private(set) var obstacle: Failure?
  package var added: [Addition] = []

  /// Adds the options that the failures of `attempt` ask for.
  package init(
    _ options: Options, _ additions: [Addition], attempt: (Options) throws(Failure) -> Void
  ) {
    self.options = options
    while true {
      do throws(Failure) {
        try attempt(self.options)
        return
      } catch {
        let asked = additions.filter { addition in
          error.remedies.contains(addition.option)
            && !added.contains { $0.option == addition.option }
        }
        guard !asked.isEmpty else {
          // The user has to supply the file.
          obstacle = error.remedies.contains(.merge) ? nil : error
          return
        }
        refusals.append(error)
        added += asked
        for addition in asked { addition.add(&self.options) }
      }
    }
  }

  /// Reports all refusals, and the obstacle or a complete command line with `first` and the additions.
  package func failure(adding first: [String] = []) -> Failure {
    let words = added.flatMap { [$0.option.option] + ($0.value.map { [$0] } ?? []) }
    let end = obstacle ?? Failure.example(adding: first + words)
    return refusals.reversed().reduce(end) { Failure($1, $0) }
  }
}

extension Failure {
  /// Shows the command line with additional options.
  package static func example(adding words: [String]) -> Failure {
    var given = Array(CommandLine.names.dropFirst())
    // An option that was given a wrong value gets another.
    for word in words where word.hasPrefix("--") {
      if let index = given.firstIndex(of: word) {
        given.removeSubrange(index..<min(index + 2, given.count))
      }
      given.removeAll { $0.hasPrefix(word + "=") }
    }
    given.insert(contentsOf: words, at: given.firstIndex(of: "--") ?? given.count)
    let line = (["setpoint"] + given).map(\.shellWord)
    return Failure(pasteable: "for example: \(line.joined(separator: " "))")
  }
}

extension String {
  /// The file name quoted for a shell, not to be mistaken for an option or for a pattern of git.
  package var fileWord: String {
    (utf8.count > 1 && "-:".utf8.contains(utf8.first ?? 0) ? "./\(self)" : self).shellWord
  }

  /// The text quoted for a shell: in $'…' with control characters or bytes that are not UTF-8, which messages escape.
  package var shellWord: String {
    let isPlain = { (byte: UInt8) in
      switch byte {
      case 0x30...0x3A, 0x40...0x5A, 0x61...0x7A: true
      default: "%+,-./=_".utf8.contains(byte)
      }
    }
    if utf8.allSatisfy(isPlain), !isEmpty { return self }
    guard holdsBytes || unicodeScalars.contains(where: \.isControl) else { return inSingleQuotes }
    let parts = fileNameBytes.map { byte in
      isPlain(byte)
        ? "\(Unicode.Scalar(byte))" : "\\\(String(512 + Int(byte), radix: 8).dropFirst())"
    }
    return "$'\(parts.joined())'"
  }

  /// The text in single quotes, as a POSIX shell reads it.
  package var inSingleQuotes: String { "'" + replacingScalars(["'": "'\\''"]) + "'" }
}

extension RequestOption {
  /// Its name on a command line.
  package var option: String {
    if self == .sides { return "`setpoint set FILE sides=both`" }
    return "--" + rawValue.replacing(" ", with: "-")
  }
}

extension Sentence {
  package var textWithOptions: String { text(naming: \.option) }
}

extension Diagnostic {
  /// The finding with the message that a front end makes of it.
  package func worded(_ text: (Sentence) -> String) -> Diagnostic {
    var finding = self
    finding.sentence = Sentence(text(sentence))
    return finding
  }
}
