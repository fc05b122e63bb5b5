package import Diagnostics
import JSONText
import ScheduleModel

/// The check options of a project's `.setpoint.json`.
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
  /// The options; defaults for invalid members.
  package let options: CheckOptions
  /// The errors in the file, by position.
  package let diagnostics: [Diagnostic]

  /// The file name, searched from the checked file's folder upwards.
  package static let fileName = ".setpoint.json"

  /// Parses the file. `file` is its name in findings; `rules` are the known rules.
  package init(bytes: [UInt8], file: String, rules: RuleTable) {
    var reader = ProjectReader(
      JSONReader(bytes, file: file, title: "the project file"), rules: rules)
    reader.read()
    options = reader.options
    diagnostics = reader.json.problems
  }
}
