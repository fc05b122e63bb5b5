package import Diagnostics
import JSONText
import ScheduleModel

/// What a project's `.setpoint.json` says about checking.
///
/// ```json
/// {
///   "deadband": {"F": 5, "C": 2.5},
///   "gap": 30,
///   "step": {"F": 8, "C": 4.5},
///   "level": "warning",
///   "rules": {"SP106": "off", "SP404": "error"},
///   "select": ["SP2", "SP3"],
///   "ignore": ["SP203"]
/// }
/// ```
///
/// Every member is optional.
package struct ProjectOptions: Sendable {
  /// The options; the standard ones for whatever could not be read.
  package let options: CheckOptions
  /// What is wrong with the file, by position.
  package let diagnostics: [Diagnostic]

  /// The name under which the file is looked for, from the checked file's folder upwards.
  package static let fileName = ".setpoint.json"

  /// Reads the file; `file` is how findings name it, `rules` are those that it may name.
  package init(bytes: [UInt8], file: String, rules: RuleTable) {
    var reader = ProjectReader(
      JSONReader(bytes, file: file, title: "the project file"), rules: rules)
    reader.read()
    options = reader.options
    diagnostics = reader.json.problems
  }
}
