import CJansson

/// Fast access to the nodes of a text, valid within `JSONTree.withView`.
///
/// Nodes are indices: avoiding reference counts and copies takes a third of the time of iterating over `JSONNode`s.
public struct JSONView {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  @usableFromInline let nodes: UnsafeBufferPointer<JSONTree.Node>

  /// The type of a value.
  @inlinable public func kind(_ node: Int) -> JSONKind { nodes[node].kind }

  /// The index of the node after this one and its descendants; the first child is `node + 1`.
  @inlinable public func next(_ node: Int) -> Int { nodes[node].next }

  /// The bytes of a value, strings with their quotes.
  @inlinable public func bytes(_ node: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[nodes[node].range])
  }

  /// The offset of a member's key.
  package func keyStart(_ node: Int) -> Int { nodes[node].keyStart }

  /// The key of a member in its own spelling, with its quotes.
  package func key(_ node: Int) -> UnsafeRawBufferPointer {
    let start = nodes[node].keyStart
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + nodes[node].keyCount])
  }

  /// Whether a node is the member `name`, which has no backslash.
  public func isKey(_ node: Int, _ name: StaticString) -> Bool {
    isKey(node, UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// Whether a node is the member with a name in UTF-8.
  func isKey(_ node: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    if nodes[node].keyCount == name.count + 2 {
      let start = bytes.baseAddress.map { $0 + nodes[node].keyStart + 1 }
      return setpoint_json_bytes_equal(start, name.baseAddress, name.count) != 0
    }
    // Only a longer spelling can contain escapes.
    guard nodes[node].keyCount > name.count + 2, key(node).contains(UInt8(ascii: "\\")) else {
      return false
    }
    return JSONText.decodedString(key(node)).utf8.elementsEqual(name)
  }
}
