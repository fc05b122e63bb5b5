import Synchronization

/// The clusters of more scalars than a cell has room for, by number: a cell stays one word, and two cells
/// are alike when their words are.
enum ClusterTable {
  /// The first number, beyond all scalars.
  static let first: UInt32 = 0x11_0000
  /// How many there may be, since nothing is ever taken out; no person's screen has so many.
  private static let limit = 16_384

  private struct Contents {
    var numbers: [[Unicode.Scalar]: UInt32] = [:]
    var clusters: [[Unicode.Scalar]] = []
  }

  private static let contents = Mutex(Contents())

  /// The number of a cluster; nil where the table is full.
  static func number(of cluster: [Unicode.Scalar]) -> UInt32? {
    contents.withLock { contents in
      if let number = contents.numbers[cluster] { return number }
      guard contents.clusters.count < limit else { return nil }
      let number = first + UInt32(contents.clusters.count)
      contents.clusters.append(cluster)
      contents.numbers[cluster] = number
      return number
    }
  }

  /// The cluster that has a number.
  static func cluster(_ number: UInt32) -> [Unicode.Scalar] {
    contents.withLock { $0.clusters[Int(number - first)] }
  }
}
