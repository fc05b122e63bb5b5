package import Diagnostics
import JSONText
import ScheduleModel

/// What a project's `.setpoint.json` says about checking.
///
/// ```json
/// {
///   "deadband": {"F": 5, "C": 2.5},
///   "smallestGap": 30,
///   "largestStep": {"F": 8, "C": 4.5},
///   "level": "warning",
///   "rules": {"SP106": "off", "SP404": "error"},
///   "select": ["SP2", "SP3"],
///   "ignore": ["SP203"]
/// }
/// ```
///
/// Every member is optional. The findings carry the codes of the rules that they resemble: SP101 for
/// a text that is no JSON, SP106 for an unknown member, SP107 for a value that is none, SP108 for a
/// repeated one.
package struct ProjectOptions: Sendable {
  /// The options; the standard ones for whatever could not be read.
  package let options: CheckOptions
  /// What is wrong with the file, by position.
  package let diagnostics: [Diagnostic]

  /// The name under which the file is looked for, from the checked file's folder upwards.
  package static let fileName = ".setpoint.json"

  /// Reads the file; `file` is how findings name it, `rules` are those that it may name.
  package init(bytes: [UInt8], file: String, rules: RuleTable) {
    do throws(JSONSyntaxError) {
      let tree = try JSONTree(parsing: bytes)
      guard tree.root.kind == .object else { throw SP101WellFormed.notAnObject(bytes) }
      var reader = ProjectReader(bytes, rules: rules)
      if tree.hasDuplicateKeys { reader.reportDuplicates() }
      reader.read(tree.root)
      options = reader.options
      diagnostics = reader.diagnostics(file: file)
    } catch {
      var text = SourceText(bytes)
      options = CheckOptions()
      diagnostics = [SP101WellFormed.diagnostic(error, file: file, in: &text)]
    }
  }
}
