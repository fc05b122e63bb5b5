import JSONText
import Synchronization

/// Checks of large documents, one at a time: each may take most of the memory that a run may take.
enum LargeDocuments {
  private static let turn = Mutex(())
  /// From how many bytes on a document is large: 256 KiB.
  static let size = 256 << 10

  /// Does `work` on a text of `count` bytes, in turn with others when it is large.
  static func inTurn<Result: Sendable, Failure: Error>(
    _ count: Int, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard count >= size else { return try work() }
    return try turn.withLock { _ throws(Failure) in
      defer { JSONLimits.giveBackMemory() }
      return try work()
    }
  }
}
