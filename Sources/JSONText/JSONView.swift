import CJansson

/// Fast access to the nodes of a text, valid within `SourceMap.withView`.
///
/// Nodes are indices: avoiding reference counts and copies takes a third of the time of iterating over `JSONNode`s.
package struct JSONView {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  @usableFromInline let nodes: UnsafeBufferPointer<SourceMap.Node>

  init(bytes: UnsafeRawBufferPointer, nodes: UnsafeBufferPointer<SourceMap.Node>) {
    self.bytes = bytes
    self.nodes = nodes
  }

  @inlinable @inline(__always) package func kind(_ node: Int) -> JSONKind { nodes[node].kind }

  /// The index of the node after this one and its descendants; the first child is `node + 1`.
  @inlinable @inline(__always) package func next(_ node: Int) -> Int { nodes[node].next }

  /// The bytes of a value, strings with their quotes.
  @inlinable @inline(__always) package func bytes(_ node: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[nodes[node].range])
  }

  /// The key of a member in its own spelling, with its quotes.
  package func key(_ node: Int) -> UnsafeRawBufferPointer {
    let start = nodes[node].keyStart
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + nodes[node].keyCount])
  }

  /// Whether a node is the member `name`.
  package func isKey(_ node: Int, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    let start = nodes[node].keyStart
    if nodes[node].keyCount == count + 2 {
      return isEqual(start + 1, name, count)
    }
    // Only a longer spelling can contain escapes.
    guard nodes[node].keyCount > count + 2, key(node).contains(UInt8(ascii: "\\")) else {
      return false
    }
    return name.withUTF8Buffer { JSONText.decodedString(key(node)).utf8.elementsEqual($0) }
  }

  private func isEqual(_ start: Int, _ name: StaticString, _ count: Int) -> Bool {
    let name = UnsafeRawPointer(name.utf8Start)
    guard (4...8).contains(count) else {
      return setpoint_json_bytes_equal(bytes.baseAddress.map { $0 + start }, name, count) != 0
    }
    // Compare two overlapping words; most names have four to eight letters.
    return bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
      == name.loadUnaligned(as: UInt32.self)
      && bytes.loadUnaligned(fromByteOffset: start + count - 4, as: UInt32.self)
        == name.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
  }
}
