import ScheduleModel
import Testing

@Suite struct TemperatureTests {
  @Test(
    "reads decimals",
    arguments: [
      ("68", 680), ("68.5", 685), ("68,5", 685), ("-3", -30), ("-0.5", -5), ("0", 0), ("007", 70),
      ("68.00", 680), ("-0,50", -5),
    ])
  func readsDecimals(text: String, tenths: Int) {
    #expect(Temperature(text)?.tenths == tenths)
  }

  @Test(
    "refuses other text",
    arguments: [
      "", "-", "68.", ".5", "68.55", "68.0x", "68.005", "1,000", "68.000", "1e2", "sixty", "6 8",
      "+5", "9999999",
      "68f", "--1",
    ])
  func refusesOtherText(text: String) {
    #expect(Temperature(text) == nil)
  }

  @Test("every tenth is read back from text") func everyTenthRead() {
    for tenths in -2000...2000 {
      let value = Temperature(tenths: tenths)
      #expect(Temperature(value.description) == value)
    }
  }

  @Test("huge numbers are clamped and never overflow") func hugeNumbersClamped() {
    #expect(Temperature(Int.max).tenths == Temperature.limit)
    #expect(Temperature(tenths: .min).converted(from: .celsius, to: .fahrenheit).tenths < 0)
  }

  @Test(
    "converts to Celsius half away from zero",
    arguments: [
      (680, 200), (700, 211), (320, 0), (-400, -400), (785, 258), (779, 255),
    ])
  func convertsCelsiusHalf(fahrenheit: Int, celsius: Int) {
    let value = Temperature(tenths: fahrenheit).converted(from: .fahrenheit, to: .celsius)
    #expect(value.tenths == celsius)
  }

  @Test("every whole °F survives conversion to °C and back") func everyWholeFahrenheit() {
    for degrees in 0...120 {
      let there = Temperature(degrees).converted(from: .fahrenheit, to: .celsius)
      let back = there.converted(from: .celsius, to: .fahrenheit)
      #expect(Temperature.roundedQuotient(back.tenths, 10) == degrees)
    }
  }

  @Test(
    "rounds half away from zero",
    arguments: [
      (5, 10, 10), (-5, 10, -10), (4, 10, 0), (215, 5, 215), (213, 5, 215), (-213, 5, -215),
    ])
  func roundsHalfAway(tenths: Int, step: Int, rounded: Int) {
    #expect(Temperature.roundedQuotient(tenths, step) * step == rounded)
  }
}
