import CLibrary
package import Diagnostics

extension RequestOption {
  /// Its name on a command line; an option with two names has the one typed by the user.
  package var option: String {
    if self == .sides { return "setpoint set FILE sides=both" }
    let name = "--" + rawValue.replacing(" ", with: "-")
    let others = ["--target": "--automation", "--automation": "--target", "--program": "--mode"]
    let typed = Set(CommandLine.names.map { String($0.prefix { $0 != "=" }) })
    return others[name].flatMap { typed.contains($0) && !typed.contains(name) ? $0 : nil } ?? name
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
