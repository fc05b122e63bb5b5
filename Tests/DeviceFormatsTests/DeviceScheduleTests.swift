import DeviceFormats
import ScheduleModel
import TestSupport
import Testing

@Suite struct DeviceScheduleTests {
  private let celsius = {
    var device = DeviceCapabilities(unit: .celsius, step: 50, heat: 50...350, cool: nil)
    device.timeGrid = 10
    return device
  }()

  private func schedule(_ edits: [(CellAddress, CellValue)], unit: TemperatureUnit = .celsius)
    -> Schedule
  {
    var week = Schedule.standard(unit)
    for (cell, value) in edits { week[cell] = value }
    return week
  }

  @Test func everyCellThatDoesNotFitIsNamedAndNoOther() {
    let week = schedule([
      (CellAddress(.monday, .leave, .time), .time(TimeOfDay(wrapping: 486))),
      (CellAddress(.friday, .wake, .heat), .temperature(Temperature(tenths: 213))),
      (CellAddress(.sunday, .sleep, .heat), .temperature(Temperature(tenths: 40))),
    ])
    let fitted = DeviceSchedule(week, device: celsius, name: "valve", dropsCool: true)
    #expect(
      fitted.issues.map(\.message) == [
        "monday leave 08:06 is not on valve's 10-minute grid; 08:00 or 08:10",
        "friday wake heat 21.3 °C is not on valve's grid; 21.5 °C is nearest",
        "sunday sleep heat 4 °C is outside valve's 5 to 35 °C",
      ])
    #expect(fitted.issues.map(\.kind) == [.timeGrid, .temperatureGrid, .range])
    #expect(fitted.issues.allSatisfy { $0.remedy == .round })
  }

  @Test func aHeatOnlyDeviceNamesAllCoolCellsUntilTheyAreDropped() {
    let refused = DeviceSchedule(.standard(.celsius), device: celsius, name: "valve")
    #expect(refused.issues.map(\.cell) == RowAddress.all.map { CellAddress($0, .cool) })
    #expect(refused.issues.allSatisfy { $0.kind == .coolUnsupported && $0.remedy == .dropCool })
    let dropped = DeviceSchedule(
      .standard(.celsius), device: celsius, name: "valve", dropsCool: true)
    #expect(dropped.issues.isEmpty)
    #expect(dropped.changes.count == 28)
  }

  @Test func roundingTakesTheNearestValueAndTellsEachCell() {
    let week = schedule([
      (CellAddress(.monday, .leave, .time), .time(TimeOfDay(wrapping: 485))),
      (CellAddress(.friday, .wake, .heat), .temperature(Temperature(tenths: 213))),
      (CellAddress(.sunday, .sleep, .time), .time(TimeOfDay(wrapping: 1439))),
    ])
    let fitted = DeviceSchedule(
      week, device: celsius, name: "valve", rounds: true, dropsCool: true)
    #expect(fitted.issues.isEmpty)
    let told = fitted.changes.filter { $0.cell.field != .cool }.map(\.description)
    #expect(
      told == [
        "monday leave time 08:05 -> 08:10", "friday wake heat 21.3 °C -> 21.5 °C",
        "sunday sleep time 23:59 -> 23:50",
      ])
  }

  @Test func periodsThatRoundingWouldJoinAreRefused() {
    let week = schedule([(CellAddress(.monday, .leave, .time), .time(TimeOfDay(wrapping: 362)))])
    let fitted = DeviceSchedule(
      week, device: celsius, name: "valve", rounds: true, dropsCool: true)
    #expect(fitted.issues.map(\.cell) == [CellAddress(.monday, .leave, .time)])
    #expect(fitted.issues.first?.remedy == nil)
  }

  @Test func aDeadbandIsCheckedInTheDevicesScale() {
    var device = DeviceCapabilities(unit: .fahrenheit, step: 100, heat: 450...950, cool: 450...950)
    device.deadband = 50
    let week = schedule(
      [(CellAddress(.monday, .wake, .cool), .temperature(Temperature(74)))], unit: .fahrenheit)
    let fitted = DeviceSchedule(week, device: device, name: "hub")
    #expect(
      fitted.issues.map(\.message) == [
        "monday wake leaves 4 °F between heat and cool; hub needs 5 °F"
      ])
  }

  /// On a grid of 0.01 °C nothing of a tenth of a °F is lost, on one of 0.5 °C only what stands on it.
  @Test func whatADeviceHoldsIsReadBackAsTheSameValue() {
    for tenths in 320...1200 {
      let value = Temperature(tenths: tenths)
      let fine = DeviceSchedule.hundredths(value, from: .fahrenheit, to: .celsius)
      #expect(DeviceSchedule.temperature(fine, from: .celsius, to: .fahrenheit) == value)
    }
    let exact = (40...95).filter { degrees in
      let value = Temperature(degrees)
      let grid = DeviceSchedule.hundredths(value, from: .fahrenheit, to: .celsius)
      let nearest = Temperature.roundedQuotient(grid, 50) * 50
      return DeviceSchedule.temperature(nearest, from: .celsius, to: .fahrenheit) == value
    }
    #expect(exact == [41, 50, 59, 68, 77, 86, 95])
  }
}
