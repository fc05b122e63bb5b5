package import Diagnostics

extension RequestOption {
  /// Its name on a command line.
  package var option: String {
    self == .sides
      ? "setpoint set FILE sides=both" : "--" + rawValue.replacing(" ", with: "-")
  }
}

extension Sentence {
  /// The text with the options of the command line.
  package var textWithOptions: String { text(naming: \.option) }
}

extension Diagnostic {
  /// The finding with the names that a front end gives its options.
  package func naming(_ name: (RequestOption) -> String) -> Diagnostic {
    var finding = self
    finding.sentence = Sentence(sentence.text(naming: name))
    return finding
  }
}
