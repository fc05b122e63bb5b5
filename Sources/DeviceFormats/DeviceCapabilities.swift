package import ScheduleModel

/// What a device can hold: the limits that checks use and `setpoint formats` prints.
package struct DeviceCapabilities: Sendable {
  /// What holds between midnight and a day's first period.
  package enum MidnightRule: String, Sendable {
    /// The previous day's last period goes on.
    case carriesOver = "carries over"
    /// Nothing, or a default: an export writes an entry for 00:00.
    case needsEntry = "needs a 00:00 entry"
  }

  /// How many periods a day has on the device, at most.
  package var periods = 4
  /// Minutes that every time is a multiple of.
  package var timeGrid = 1
  /// The scale of the device.
  package var unit: TemperatureUnit
  /// Hundredths of a degree that every temperature is a multiple of.
  package var step: Int
  /// The heat setpoints that the device takes, in tenths of its scale.
  package var heat: ClosedRange<Int>
  /// The cool setpoints that the device takes, in tenths of its scale; nil for a heat-only device.
  package var cool: ClosedRange<Int>?
  /// The least distance of cool and heat, in tenths of the device's scale.
  package var deadband = 0
  /// What holds between midnight and a day's first period.
  package var midnight = MidnightRule.carriesOver

  /// Describes a device by its scale, its temperature grid in hundredths of a degree, and its ranges
  /// in tenths; everything else begins with what asks least.
  package init(
    unit: TemperatureUnit, step: Int, heat: ClosedRange<Int>, cool: ClosedRange<Int>?
  ) {
    self.unit = unit
    self.step = step
    self.heat = heat
    self.cool = cool
  }
}
