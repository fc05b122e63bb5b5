import ScheduleRules

extension FuzzTarget {
  /// The fast reader beside jansson and the slow one: what it accepts, they read as the same draft and
  /// find the same in.
  static let shape = FuzzTarget("shape", seeds: ["fixtures/schedules"]) { bytes in
    guard let fast = KnownShape(bytes) else { return }
    let slow = DocumentCheck(slowly: bytes, file: "a.json")
    promise(slow.draft == fast.draft, "another draft")
    let check = DocumentCheck(bytes: bytes, file: "a.json")
    promise(check.diagnostics == slow.diagnostics, "other findings")
  }
}
