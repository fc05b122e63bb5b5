import Diagnostics
import JSONText

/// The text edits within one object: replaced values, removed and inserted members.
///
/// An object in a schedule file always keeps a member after which others can be inserted.
struct ObjectEdits {
  private let text: [UInt8]
  private let children: [JSONNode]
  private var replaced: [TextEdit] = []
  /// The offsets of the removed values.
  private var removed: Set<Int> = []
  /// Inserted texts, with the offset of the child that they follow.
  private var inserted: [(anchor: Int, text: [UInt8])] = []

  init(of object: JSONNode, in text: [UInt8]) {
    self.text = text
    children = Array(object.children)
  }

  /// Replaces a value; nil removes its member.
  mutating func set(_ node: JSONNode, to value: [UInt8]?) {
    let range = node.range
    if let value {
      replaced.append(TextEdit(offset: range.lowerBound, length: range.count, text: value))
    } else {
      removed.insert(range.lowerBound)
    }
  }

  /// Replaces or removes the member at `node`, or inserts one after the one named `other`; nil for no member.
  mutating func set(
    _ node: JSONNode?, named name: String, to value: [UInt8]?, after other: String?,
    spacedAs model: Int = 0
  ) {
    if let node {
      set(node, to: value)
    } else if let value {
      insert(Array(name.utf8), value, after: other, spacedAs: model)
    }
  }

  /// Inserts a member after the one named `name`, or at the end. Copies the whitespace of that member, or of the one at
  /// index `model` if that comes later.
  mutating func insert(
    _ key: [UInt8], _ value: [UInt8], after name: String? = nil, spacedAs model: Int = 0
  ) {
    let place = children.lastIndex { $0.key == name } ?? children.indices.last
    guard let place else { return }
    let like = children[min(max(place, model), children.count - 1)]
    guard let anchor = like.keyRange else { return }
    // Repeat the whitespace before the name, including a line end.
    let blanks = text.blanks(before: anchor.lowerBound)
    let colon = text[anchor.upperBound..<like.range.lowerBound]
    let name = JSONValue.string(String(decoding: key, as: UTF8.self)).encoded()
    inserted.append((place, [UInt8(ascii: ",")] + blanks + name + colon + value))
  }

  /// All edits; they do not overlap.
  var edits: [TextEdit] {
    let kept = replaced.filter { !removed.contains($0.offset) }
    let places = Dictionary(grouping: inserted) { end(of: $0.anchor) }
    let insertions = places.map { offset, members in
      TextEdit(offset: offset, length: 0, text: members.flatMap(\.text))
    }
    return kept + removals + insertions
  }

  /// The offset after a child, where texts are inserted. A removed child takes its separator along: the texts follow
  /// the kept one before it, or else the next one.
  private func end(of place: Int) -> Int {
    let kept = children[...place].last(where: isKept) ?? children[place...].first(where: isKept)
    return (kept ?? children[place]).range.upperBound
  }

  private func isKept(_ child: JSONNode) -> Bool { !removed.contains(child.range.lowerBound) }

  /// A run of removed members includes the comma before it; at the start of the object, the comma after it.
  private var removals: [TextEdit] {
    children.indices.split { isKept(children[$0]) }.map { run in
      let (start, stop): (Int, Int)
      if run.lowerBound > 0 {
        start = children[run.lowerBound - 1].range.upperBound
        stop = children[run.upperBound - 1].range.upperBound
      } else {
        start = children[0].keyRange?.lowerBound ?? 0
        let next = run.upperBound < children.count ? children[run.upperBound] : nil
        stop = next.map { $0.keyRange?.lowerBound ?? 0 } ?? start
      }
      return TextEdit(offset: start, length: stop - start, text: [])
    }
  }
}
