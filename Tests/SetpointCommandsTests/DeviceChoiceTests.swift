import DeviceFormats
import TestSupport
import Testing

@testable import SetpointCommands

@Suite("Names of devices in options") struct DeviceChoiceTests {
  @Test("each name of a device chooses it, in any case, as its id does") func names() throws {
    var count = 0
    for format in DeviceFormats.all {
      for profile in format.profiles {
        let own = try DeviceChoice(profile.id)
        #expect(own.format.id == format.id && own.profile == profile, "\(profile.id)")
        for name in [profile.id.uppercased()] + profile.aliases {
          let choice = try DeviceChoice(name)
          #expect(choice.format.id == format.id && choice.profile == profile, "\(name)")
          #expect(choice.kind == own.kind && choice.form == nil, "\(name)")
          let named = try #require(try DeviceChoice(profile.id, device: name))
          #expect(named.profile == profile && named.kind == own.kind, "\(name)")
          count += 1
        }
      }
    }
    #expect(count > 60)
    #expect(throws: (any Error).self) { try DeviceChoice("toaster") }
  }
}
