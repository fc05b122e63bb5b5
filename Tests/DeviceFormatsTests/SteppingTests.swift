import DeviceFormats
import ScheduleModel
import Testing

/// The next value that a device has.
@Suite struct SteppingTests {
  private static let profiles = DeviceFormats.all.flatMap(\.profiles)

  @Test("a step leads to a value that every device supports, within two degrees or an hour")
  func held() throws {
    for profile in Self.profiles {
      for unit in TemperatureUnit.allCases {
        let scale = profile.scale(preferring: unit)
        for side in profile.sides.each {
          for tenths in stride(
            from: unit == .celsius ? 160 : 610, to: unit == .celsius ? 240 : 750, by: 3)
          {
            let value = Temperature(tenths: tenths)
            for count in [1, -1] {
              guard
                case .temperature(let next)? = profile.stepped(
                  .temperature(value), of: side.field, in: unit, by: count)
              else {
                // Only near the end of the range, or beyond it.
                let further = value + Temperature(tenths: 20 * count)
                #expect(profile.range(of: side, in: unit)?.contains(further) == false)
                continue
              }
              #expect(count > 0 ? next > value : next < value, "\(profile.id) \(value) -> \(next)")
              #expect(scale.holds(next, in: unit), "\(profile.id) \(value) -> \(next)")
              #expect(abs(next.tenths - value.tenths) <= 20, "\(profile.id) \(value) -> \(next)")
            }
          }
        }
        for minutes in stride(from: 0, to: 1440, by: 7) {
          let time = TimeOfDay(wrapping: minutes)
          guard
            case .time(let next)? = profile.stepped(.time(time), of: .time, in: unit, by: 1)
          else {
            #expect(minutes > 1440 - 60, "\(profile.id) \(time)")
            continue
          }
          #expect(next.minutes % profile.timeGrid == 0 && next > time)
          #expect(next.minutes - minutes <= 60, "\(profile.id) \(time) -> \(next)")
        }
      }
    }
  }

  @Test("a step stays within the device's limits, also from a value outside them")
  func range() throws {
    let valve = try #require(DeviceFormats.device(named: "trvzb")?.profile)
    let range = try #require(valve.range(of: .heat, in: .celsius))
    #expect(
      valve.stepped(.temperature(range.upperBound), of: .heat, in: .celsius, by: 1) == nil)
    let beyond = range.upperBound + Temperature(tenths: 30)
    #expect(
      valve.stepped(.temperature(beyond), of: .heat, in: .celsius, by: -1)
        == .temperature(beyond - Temperature(tenths: 5)))
    #expect(valve.range(of: .cool, in: .celsius) == nil)
    let evohome = try #require(DeviceFormats.device(named: "evohome")?.profile)
    // 70 °F is 21.1 °C: the next are 21.5 and 21 °C.
    #expect(
      evohome.stepped(.temperature(Temperature(70)), of: .heat, in: .fahrenheit, by: 1)
        == .temperature(Temperature(tenths: 707)))
    #expect(
      evohome.stepped(.temperature(Temperature(70)), of: .heat, in: .fahrenheit, by: -1)
        == .temperature(Temperature(tenths: 698)))
    #expect(
      evohome.stepped(.time(TimeOfDay(wrapping: 365)), of: .time, in: .fahrenheit, by: 1)
        == .time(TimeOfDay(wrapping: 370)))
  }
}
