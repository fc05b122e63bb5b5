import Diagnostics
import JSONText
import ScheduleModel

/// The text edits within one object: replaced values, removed and inserted members.
///
/// An object in a schedule file always keeps a member after which others can be inserted.
struct ObjectEdits {
  private let object: JSONNode
  private let text: [UInt8]
  /// The names of the known members, in the order of writing.
  private let known: [StaticString]
  private let children: [JSONNode]
  private var replaced: [TextEdit] = []
  private var removed: Set<Int> = []
  /// Inserted texts, with the index of the child that they follow.
  private var inserted: [(anchor: Int, text: [UInt8])] = []

  init(of object: JSONNode, in text: [UInt8], known: [StaticString]) {
    (self.object, self.text, self.known) = (object, text, known)
    children = Array(object.children)
  }

  /// Replaces a value; nil removes its member.
  private mutating func set(_ node: JSONNode, to value: [UInt8]?) {
    let range = node.range
    if let value {
      replaced.append(TextEdit(offset: range.lowerBound, length: range.count, text: value))
    } else {
      removed.insert(range.lowerBound)
    }
  }

  /// Replaces or removes a known member, or inserts it after those before it in the order of writing.
  mutating func set(_ key: StaticString, to value: [UInt8]?) {
    if let node = object.member(key) {
      set(node, to: value)
    } else if let value {
      let name = key.description
      let previous = known.prefix { $0.description != name }.last { object.member($0) != nil }
      insert(Array(name.utf8), value, after: previous?.description)
    }
  }

  mutating func change(
    from old: UnknownMembers, to new: UnknownMembers, at place: UnknownMembers.Place = .top
  ) {
    guard old != new else { return }
    for (key, value) in UnknownMembers.found(in: object, at: place, known: known)
    where old[key] != new[key] {
      set(value, to: new[key]?.spelling)
    }
    for key in new.keys where key.place == place && old[key] == nil {
      if let value = new[key] { insert(key.name, value.spelling) }
    }
  }

  /// Inserts a member after the one named `name`, or at the end. Copies the whitespace of that member, or of the second.
  private mutating func insert(_ key: [UInt8], _ value: [UInt8], after name: String? = nil) {
    let place = children.lastIndex { $0.key == name } ?? children.indices.last
    guard let place else { return }
    let like = children[min(max(place, 1), children.count - 1)]
    guard let anchor = like.keyRange else { return }
    // Repeat the whitespace before the name, including a line end.
    let blanks = text.blanks(before: anchor.lowerBound)
    let colon = text[anchor.upperBound..<like.range.lowerBound]
    let name = JSONValue.string(String(decoding: key, as: UTF8.self)).encoded()
    inserted.append((place, [UInt8(ascii: ",")] + blanks + name + colon + value))
  }

  /// All edits; they do not overlap.
  var edits: [TextEdit] {
    let places = Dictionary(grouping: inserted) { end(of: $0.anchor) }
    let insertions = places.map { offset, members in
      TextEdit(offset: offset, length: 0, text: members.flatMap(\.text))
    }
    return replaced + removals + insertions
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

extension [TextEdit] {
  /// Returns the text of a value with the edits applied.
  func applied(within node: JSONNode) -> [UInt8] {
    map { TextEdit(offset: $0.offset - node.range.lowerBound, length: $0.length, text: $0.text) }
      .applied(to: [UInt8](node.bytes))
  }
}
