import Diagnostics
import JSONText
package import ScheduleModel

/// Two texts that were made of one, joined: cells, names and notes by their meaning, members that
/// setpoint does not know as they are written. The layout is that of our side.
package struct DocumentMerge: Sendable {
  /// The result.
  package let text: [UInt8]
  /// What both sides changed otherwise; ours stands in the result.
  package let conflicts: [MergeConflict]
  /// The JSON Pointers of unknown members that both sides changed otherwise.
  package let memberConflicts: [String]

  /// Merges; nil for a base when both sides began with nothing.
  ///
  /// - Throws: `DocumentProblem`, should the text not say what was merged.
  package init(
    base: ScheduleDocument?, ours: ScheduleDocument, theirs: ScheduleDocument, file: String
  ) throws(DocumentProblem) {
    let merge = ScheduleMerge(
      base: base?.contents, ours: ours.contents, theirs: theirs.contents)
    var result = ours
    result.contents = merge.contents
    let merged = try result.text(file: file)
    var members = MemberMerge(text: merged)
    func unknown(_ document: ScheduleDocument) -> [UnknownMembers.Place: [UInt8]] {
      UnknownMembers(of: document.original, saying: document.contents, in: merge.contents).values
    }
    members.merge(base: base.map(unknown) ?? [:], ours: unknown(ours), theirs: unknown(theirs))
    // Whatever was done for members unknown, the schedule must be the same.
    let check = try ScheduleDocument(reading: members.text, file: file)
    text = check.contents == merge.contents ? members.text : merged
    conflicts = merge.conflicts
    memberConflicts = members.conflicts
  }
}

/// The merge of members that setpoint does not know.
private struct MemberMerge {
  /// The text as merged so far.
  private(set) var text: [UInt8]
  private(set) var conflicts: [String] = []

  init(text: [UInt8]) { self.text = text }

  typealias Values = [UnknownMembers.Place: [UInt8]]

  mutating func merge(base: Values, ours: Values, theirs: Values) {
    let places = Set(base.keys).union(theirs.keys).sorted { $0.path.pointer < $1.path.pointer }
    for place in places where theirs[place] != base[place] && theirs[place] != ours[place] {
      let isTaken = ours[place] == base[place] && take(theirs[place], at: place.path)
      if !isTaken { conflicts.append(place.path.pointer) }
    }
  }

  /// Puts their value into the text; returns whether that could be done.
  private mutating func take(_ value: [UInt8]?, at path: JSONPath) -> Bool {
    let map = SourceMap(text)
    guard let parent = map.node(at: path.parent), case .member(let name)? = path.steps.last,
      map[parent].kind == .object
    else { return false }
    let siblings = map.children(of: parent)
    let place = siblings.firstIndex { map.key(of: $0) == name }
    switch (place, value) {
    case (let place?, let value?):
      let range = map[siblings[place]].range
      text.replaceSubrange(range, with: value)
    case (let place?, nil):
      guard place > 0 else { return false }
      let start = map[siblings[place - 1]].range.upperBound
      text.removeSubrange(start..<map[siblings[place]].range.upperBound)
    case (nil, let value?):
      guard let last = siblings.last, let key = map[last].key else { return false }
      var start = key.lowerBound
      while start > 0, [0x20, 0x0A, 0x0D, 0x09].contains(text[start - 1]) { start -= 1 }
      let colon = text[key.upperBound..<map[last].range.lowerBound]
      let added =
        [UInt8(ascii: ",")] + text[start..<key.lowerBound] + JSONValue.string(name).encoded()
        + colon + value
      text.insert(contentsOf: added, at: map[last].range.upperBound)
    case (nil, nil): break
    }
    return true
  }
}
