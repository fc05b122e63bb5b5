/// An entry for hostile bytes, which must not crash, hang or break a promise.
package struct FuzzTarget: Sendable {
  /// What TARGET calls it; also the name of its folder of seeds.
  package let name: String
  /// Folders with files to begin with, from the project's folder.
  package let seeds: [String]
  /// Takes the bytes in; traps when a promise is broken.
  package let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, seeds: [String] = [], run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.seeds = seeds
    self.run = run
  }

  /// Every target.
  package static let all: [FuzzTarget] = [
    document, imports, text, keys, journal, merge, layouts, editor, table,
  ]
}

/// Traps when a promise does not hold, in builds with optimization as well.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
