import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// The members of a document that setpoint does not know, each by its place and as it is written.
struct UnknownMembers {
  /// Where a member stands.
  struct Place: Hashable {
    /// The schedule, by its place in the merged document; nil outside all of them.
    let schedule: Int?
    /// The names from there.
    let names: [String]
  }

  /// The text of each.
  let values: [Place: [UInt8]]

  /// Finds the members of a text that says `contents`; places count the schedules of `merged`.
  init(of text: [UInt8], saying contents: Contents, in merged: Contents) {
    let map = SourceMap(text)
    let matching = ScheduleMatching(from: contents.schedules, to: merged.schedules)
    var values: [Place: [UInt8]] = [:]
    for finding in DocumentCheck(bytes: text, file: "").diagnostics where finding.code == "SP106" {
      let steps = Self.steps(finding.path)
      guard let node = map.node(at: JSONPath(steps)), let place = Self.place(steps, matching)
      else { continue }
      values[place] = Array(text[map[node].range])
    }
    self.values = values
  }

  /// Takes a JSON Pointer apart; a number behind `schedules` is an element.
  private static func steps(_ pointer: String) -> [JSONPath.Step] {
    let names = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
    return names.enumerated().map { index, name in
      if index == 1, names[0] == "schedules", let element = Int(name) { return .element(element) }
      return .member(name)
    }
  }

  private static func place(_ steps: [JSONPath.Step], _ matching: ScheduleMatching) -> Place? {
    var names: [String] = []
    var schedule: Int?
    for step in steps {
      switch step {
      case .member(let name): names.append(name)
      case .element(let index):
        guard let target = matching.target(of: index) else { return nil }
        schedule = target
        names = []
      }
    }
    return Place(schedule: schedule, names: names)
  }
}

extension UnknownMembers.Place {
  /// The place as steps through the merged text.
  var path: JSONPath {
    let top = schedule.map { [JSONPath.Step.member("schedules"), .element($0)] } ?? []
    return JSONPath(top + names.map { .member($0) })
  }
}
