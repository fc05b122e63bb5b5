package import ScheduleModel

/// A number used by a rule that a project file (by name) or the command line (by `--` and name) can change.
package struct CheckSetting: Sendable {
  /// The member of a project file, and the option without `--`.
  package let name: String
  /// The type and range of the number, and its property in the options.
  package let kind: Kind

  package enum Kind: Sendable {
    /// Minutes.
    case minutes(ClosedRange<Int>, any WritableKeyPath<CheckOptions, Int> & Sendable)
    /// A temperature difference, for each unit.
    case degrees(
      ClosedRange<Temperature>,
      any WritableKeyPath<CheckOptions, [TemperatureUnit: Temperature]> & Sendable)
  }

  package static let deadband = CheckSetting(
    name: "deadband", kind: .degrees(Temperature(0)...Temperature(100), \.deadband))
  package static let gap = CheckSetting(name: "gap", kind: .minutes(0...1439, \.gap))
  package static let step = CheckSetting(
    name: "step", kind: .degrees(Temperature(0)...Temperature(100), \.step))

  package static let all = [deadband, gap, step]

  /// The valid values in words: `a whole number of minutes, 0 to 1439`.
  package var expectation: String {
    switch kind {
    case .minutes(let range, _):
      "a whole number of minutes, \(range.lowerBound) to \(range.upperBound)"
    case .degrees(let range, _):
      "degrees with at most one decimal, \(range.lowerBound) to \(range.upperBound)"
    }
  }
}

extension CheckOptions {
  /// Changes a setting in minutes; returns false if the value is out of range.
  package mutating func set(_ setting: CheckSetting, to minutes: Int) -> Bool {
    guard case .minutes(let range, let path) = setting.kind, range.contains(minutes) else {
      return false
    }
    self[keyPath: path] = minutes
    return true
  }

  /// Changes a setting in degrees for the given units; returns false if the value is out of range.
  package mutating func set(
    _ setting: CheckSetting, to degrees: Temperature,
    for units: [TemperatureUnit] = TemperatureUnit.allCases
  ) -> Bool {
    guard case .degrees(let range, let path) = setting.kind, range.contains(degrees) else {
      return false
    }
    for unit in units { self[keyPath: path][unit] = degrees }
    return true
  }
}
