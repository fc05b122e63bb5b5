/// Random numbers that a seed repeats (SplitMix64), so that a failure can be run again.
package struct SeededGenerator: RandomNumberGenerator {
  /// What the numbers follow from; print it on failure.
  package let seed: UInt64
  private var state: UInt64

  /// Starts the sequence of `seed`.
  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
