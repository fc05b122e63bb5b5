import CJansson

/// The nodes of a text for going through all of them quickly: valid while `SourceMap.withView` runs.
///
/// A node is named by its index. Nothing is counted or copied, which takes a third of the time of
/// going through `JSONNode`s.
package struct JSONView {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  @usableFromInline let nodes: UnsafeBufferPointer<SourceMap.Node>

  init(bytes: UnsafeRawBufferPointer, nodes: UnsafeBufferPointer<SourceMap.Node>) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// What kind of value a node is.
  @inlinable @inline(__always) package func kind(_ node: Int) -> JSONKind { nodes[node].kind }

  /// The index of the node after this one and all below it; that of the first below is `node + 1`.
  @inlinable @inline(__always) package func next(_ node: Int) -> Int { nodes[node].next }

  /// The bytes of a value, strings with their quotes.
  @inlinable @inline(__always) package func bytes(_ node: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[nodes[node].range])
  }

  /// The key of a member with its quotes, as it is spelled.
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
    // Only a longer spelling can have escapes.
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
    // Two words that overlap; most names have four to eight letters.
    return bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
      == name.loadUnaligned(as: UInt32.self)
      && bytes.loadUnaligned(fromByteOffset: start + count - 4, as: UInt32.self)
        == name.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
  }
}
