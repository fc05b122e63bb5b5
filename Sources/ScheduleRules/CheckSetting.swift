package import ScheduleModel

/// A number that a rule compares with and that a project file (by its name) or the command line (by
/// `--` and its name) may change.
package struct CheckSetting: Sendable {
  /// The member of a project file, and the option without its `--`.
  package let name: String
  /// What the number counts, the numbers that it may be, and where the options keep it.
  package let kind: Kind

  /// What a setting counts.
  package enum Kind: Sendable {
    /// Minutes.
    case minutes(ClosedRange<Int>, any WritableKeyPath<CheckOptions, Int> & Sendable)
    /// A difference of temperatures, for files in each scale.
    case degrees(
      ClosedRange<Temperature>, any WritableKeyPath<CheckOptions, CheckOptions.PerUnit> & Sendable)
  }

  /// The smallest difference of cool and heat (SP302).
  package static let deadband = CheckSetting(
    name: "deadband", kind: .degrees(Temperature(0)...Temperature(100), \.deadband))
  /// The fewest minutes between neighbouring periods of a day (SP203).
  package static let gap = CheckSetting(name: "gap", kind: .minutes(0...1439, \.gap))
  /// The largest rise of heat from one period to the next (SP406).
  package static let step = CheckSetting(
    name: "step", kind: .degrees(Temperature(0)...Temperature(100), \.step))

  /// All of them.
  package static let all = [deadband, gap, step]

  /// The values in words: `a whole number of minutes, 0 to 1439`.
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
  /// Changes a setting that counts minutes; returns whether it may have that value.
  package mutating func set(_ setting: CheckSetting, to minutes: Int) -> Bool {
    guard case .minutes(let range, let path) = setting.kind, range.contains(minutes) else {
      return false
    }
    self[keyPath: path] = minutes
    return true
  }

  /// Changes a setting that counts degrees, for files in some scales; returns whether it may have
  /// that value.
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
