import JSONText
import Synchronization

/// Checks large documents one at a time: each may need most of the permitted memory.
enum LargeDocuments {
  private static let turn = Mutex(())
  /// The size in bytes from which a document is large: 256 KiB.
  static let size = 256 << 10

  /// Runs `work` on a text of `count` bytes, exclusively if it is large.
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
