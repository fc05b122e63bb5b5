/// What was worked out before, by what it was worked out from: a picture asks for the same ways of the cursor and
/// changes of the rendition with nearly every key.
final class Memo<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]
  /// With more than this, all is worked out anew.
  private let most = 4096

  /// The value for a key, worked out where it is not known.
  func value(for key: Key, orFrom work: () -> Value) -> Value {
    if let value = values[key] { return value }
    let value = work()
    if values.count >= most { values.removeAll(keepingCapacity: true) }
    values[key] = value
    return value
  }
}
