import FuzzTargets
import TestSupport
import Testing

/// Every input that a fuzzer found, and the seeds of each target.
@Suite struct FuzzRegressionTests {
  /// A folder for each target in which something was found.
  private static let found = Folder.visibleNames(in: Fixtures.path("fuzz"))
    .filter { $0 != "README.md" }

  @Test("every fixed crash stays fixed", arguments: found)
  func fixedStaysFixed(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    for path in Folder.files(below: Fixtures.path("fuzz/\(name)")) {
      target.run(try #require(WholeFile.bytes(path)))
    }
  }

  /// A loop of mutations without coverage, for machines without libFuzzer: the seeds of each target,
  /// with bytes changed, repeated and cut off.
  @Test("no mutated seed breaks a promise", arguments: FuzzTarget.all.map(\.name))
  func mutatedSeeds(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    // A target that names none takes keys.
    let folders = target.seeds.isEmpty ? ["fixtures/typed"] : target.seeds
    let seeds = folders.flatMap { Folder.files(below: "\(Fixtures.root)/\($0)") }
    var generator = SeededGenerator(seed: 6)
    // A picture after each key takes long in a debug build.
    for round in 0..<(target.seeds.isEmpty ? 40 : 120) {
      let seed = try #require(seeds.randomElement(using: &generator))
      var bytes = try #require(WholeFile.bytes(seed))
      if bytes.count > 20_000 { bytes = Array(bytes[..<20_000]) }
      if target.name == "imports" {
        bytes = [FuzzTarget.format(ofSeed: seed), UInt8(round)] + bytes
      }
      for _ in 0..<Int.random(in: 0...6, using: &generator) { mutate(&bytes, &generator) }
      target.run(bytes)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
    case 1: bytes.removeSubrange(place..<max(place, end))
    case 2: bytes.insert(contentsOf: bytes[place..<max(place, end)], at: place)
    default:
      if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
    }
  }
}
