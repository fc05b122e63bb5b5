import Synchronization

/// The clusters that do not fit into a cell, by number: a cell remains one word, and equal cells have equal words.
enum ClusterTable {
  /// The first number, beyond all scalars.
  static let first: UInt32 = 0x11_0000
  /// The size limit, since clusters are never removed; no real screen has so many.
  private static let limit = 16_384

  private struct Contents {
    var numbers: [[Unicode.Scalar]: UInt32] = [:]
    var clusters: [[Unicode.Scalar]] = []
  }

  private static let contents = Mutex(Contents())

  /// Returns the number of a cluster; nil if the table is full.
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

  static func cluster(_ number: UInt32) -> [Unicode.Scalar] {
    contents.withLock { $0.clusters[Int(number - first)] }
  }
}
