import CLibrary
import ScheduleModel
import SchedulePictures
import TerminalScreen
import TestSupport
import Testing

/// The colours of the bands: numbers are readable, and neighbours are distinct.
@Suite struct BandColorTests {
  static let themes = Theme.builtIn.filter { $0.name != "mono" } + [.sixteen]

  /// The themes for terminals with sixteen colours.
  static let plainThemes = [Theme.sixteen, .highContrast]
  private static let exact = 1 << 24

  /// What a terminal with so many colours shows of a colour.
  private func shown(_ color: TerminalColor, _ count: Int) throws -> TerminalColor {
    count == Self.exact ? color : .indexed(UInt8(try #require(color.number(among: count))))
  }

  @Test("a number on its band has a contrast of 4.5 or more", arguments: themes, [exact, 256, 16])
  func numbersAreReadable(theme: Theme, colors: Int) throws {
    guard colors > 16 || Self.plainThemes.contains(theme) else { return }
    for band in Side.allCases.flatMap({ TemperatureBand.all($0) }) {
      let look = theme[band.role]
      let contrast = Vision.contrast(
        try shown(look.foreground, colors), try shown(look.background, colors))
      #expect(contrast >= (theme == .highContrast && colors == 256 ? 7 : 4.5), "\(band)")
    }
  }

  @Test("neighbouring bands differ for every eye", arguments: themes, Vision.allCases)
  func neighboursDiffer(theme: Theme, vision: Vision) throws {
    for bands in Side.allCases.map({ TemperatureBand.all($0) }) {
      for (band, next) in zip(bands, bands.dropFirst()) {
        // Sixteen colours have no seven that are apart without red.
        let few = vision == .withoutRed ? [Theme.highContrast] : Self.plainThemes
        for colors in [Self.exact, 256] + (few.contains(theme) ? [16] : []) {
          let difference = vision.difference(
            try shown(theme[band.role].background, colors),
            try shown(theme[next.role].background, colors))
          #expect(difference >= 10, "\(band) \(colors)")
        }
      }
    }
  }

  @Test("a band differs from the background of its theme", arguments: [Theme.dark, .light])
  func bandsStandOut(theme: Theme) throws {
    for band in Side.allCases.flatMap({ TemperatureBand.all($0) }) {
      for colors in [Self.exact, 256] {
        let contrast = Vision.contrast(
          try shown(theme[band.role].background, colors),
          try shown(theme[.plain].background, colors))
        #expect(contrast >= 1.15, "\(band) \(colors)")
      }
    }
  }

  @Test("problems and heat have different colours", arguments: [Theme.dark, .light])
  func problemsDiffer(theme: Theme) {
    let colors = [StyleRole.problem, .warm].map { theme[$0].foreground }
    #expect(Vision.usual.difference(colors[0], colors[1]) >= 15)
  }

  @Test("any two bands of a side differ", arguments: themes, [exact, 256])
  func allDiffer(theme: Theme, colors: Int) throws {
    for bands in Side.allCases.map({ TemperatureBand.all($0) }) {
      for (index, band) in bands.enumerated() {
        for other in bands[..<index] {
          let difference = Vision.usual.difference(
            try shown(theme[band.role].background, colors),
            try shown(theme[other.role].background, colors))
          #expect(difference >= 5, "\(theme.name) \(band) \(other) \(colors)")
        }
      }
    }
  }

  @Test("schedules in a calendar have colours that differ for every eye", arguments: themes)
  func schedulesDiffer(theme: Theme) throws {
    let bands = ShownCalendar.bands
    for colors in [Self.exact, 256] + (Self.plainThemes.contains(theme) ? [16] : []) {
      // Sixteen colours have too few for more schedules.
      for (index, band) in bands.prefix(colors == 16 ? 4 : 6).enumerated() {
        for other in bands[..<index] {
          for vision in Vision.allCases where colors > 16 || vision == .usual {
            let difference = vision.difference(
              try shown(theme[band.role].background, colors),
              try shown(theme[other.role].background, colors))
            #expect(difference >= 10, "\(band) \(other) \(colors) \(vision)")
          }
        }
      }
    }
  }

  @Test("sixteen colours have one for every band", arguments: plainThemes)
  func bandsDiffer(theme: Theme) throws {
    for side in Side.allCases {
      let colors = try TemperatureBand.all(side).map {
        try shown(theme[$0.role].background, 16)
      }
      #expect(Set(colors).count == colors.count, "\(side)")
    }
  }

  @Test(
    "setback bands are darker than comfort bands in the dark theme, lighter in the light theme",
    arguments: [Theme.dark, .light], [exact, 256])
  func setBackRests(theme: Theme, colors: Int) throws {
    let screen = try shown(theme[.plain].background, colors)
    for (side, resting, comfort) in [(Side.heat, [2], [4, 5]), (.cool, [4, 5], [2, 3])] {
      let bands = TemperatureBand.all(side)
      for (rest, glow) in resting.flatMap({ rest in comfort.map { (rest, $0) } }) {
        let contrasts = try [bands[rest], bands[glow]].map {
          Vision.contrast(try shown(theme[$0.role].background, colors), screen)
        }
        #expect(contrasts[0] < contrasts[1], "\(side) \(rest) \(glow)")
      }
    }
  }

  @Test(
    "on the terminal's own background, setback is dimmer than comfort, but not dark",
    arguments: [(Theme.terminal, 256), (.sixteen, 16)])
  func setBackRestsOnAnyBackground(theme: Theme, colors: Int) throws {
    for (side, resting, comfort) in [(Side.heat, [2], [3, 4, 5]), (.cool, [4, 5], [3])] {
      let contrasts = try TemperatureBand.all(side).map {
        Vision.contrast(try shown(theme[$0.role].background, colors), .indexed(0))
      }
      for rest in resting {
        #expect(contrasts[rest] >= 3, "\(side) \(rest)")
        for glow in comfort {
          #expect(contrasts[rest] < contrasts[glow], "\(side) \(rest) \(glow)")
        }
      }
    }
  }

  @Test("a theme is replaced on a terminal that has too few colours for it")
  func fitting() {
    for theme in Theme.builtIn {
      #expect(theme.fitting(colors: 256) == theme && theme.fitting(colors: 0) == .mono)
      let isOwn = ["high-contrast", "mono"].contains(theme.name)
      for colors in [8, 16] { #expect(theme.fitting(colors: colors) == (isOwn ? theme : .sixteen)) }
    }
  }

  @Test("no two bands of a half have the same mark", arguments: [BandMarks.shades, .ascii])
  func marksDiffer(marks: BandMarks) {
    for side in Side.allCases {
      #expect(Set(TemperatureBand.all(side).map { marks.mark(of: $0) }).count == 7)
    }
  }

  @Test("CIEDE2000 matches the published vectors")
  func differenceIsThatOfCIEDE2000() {
    // Pairs 1, 7, 13 and 25 of Sharma, Wu, Dalal (2005), "The CIEDE2000 color-difference formula", table 1.
    let pairs: [(Vision.Lab, Vision.Lab, Double)] = [
      ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425), ((50, 0, 0), (50, -1, 2), 2.3669),
      ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
      ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]
    for (one, other, difference) in pairs {
      #expect(abs(Vision.difference(one, other) - difference) < 0.0001)
    }
  }
}

@Suite struct TemperatureBandTests {
  static let bounds: [(Temperature, Side, TemperatureUnit, Int)] = [
    (Temperature(tenths: 539), .heat, .fahrenheit, 0), (Temperature(54), .heat, .fahrenheit, 1),
    (Temperature(62), .heat, .fahrenheit, 2), (Temperature(tenths: 679), .heat, .fahrenheit, 3),
    (Temperature(68), .heat, .fahrenheit, 4), (Temperature(70), .heat, .fahrenheit, 5),
    (Temperature(74), .heat, .fahrenheit, 6), (Temperature(tenths: 195), .heat, .celsius, 3),
    (Temperature(-40), .cool, .celsius, 0), (Temperature(78), .cool, .fahrenheit, 3),
    (Temperature(82), .cool, .fahrenheit, 4), (Temperature(85), .cool, .fahrenheit, 5),
    (Temperature(26), .cool, .celsius, 3), (Temperature(200), .cool, .celsius, 6),
  ]

  @Test("a temperature has a band", arguments: bounds)
  func ofTemperatures(temperature: Temperature, side: Side, unit: TemperatureUnit, number: Int) {
    #expect(TemperatureBand(of: temperature, side, unit).number == number)
  }

  @Test("a legend names where each band begins")
  func titles() {
    #expect(
      TemperatureBand.all(.heat).map { $0.title(.fahrenheit) }
        == ["<54", "54", "60", "64", "68", "70", "74+"])
    #expect(TemperatureBand.all(.cool)[1].words(.celsius) == "22 to 22.9")
  }
}
