import Diagnostics
import JSONText

/// A line from `setpoint`.
struct LinkRequest {
  /// What is to be done.
  enum Action: String, CaseIterable {
    case read, write, plan, describe
  }

  let action: Action
  let link: String
  /// The program in the text of the link's format, for `write` and `plan`.
  let program: String

  /// Reads a line.
  ///
  /// - Throws: `LinkFailure` for a line that is no request; nothing of it is ignored.
  init(_ line: [UInt8]) throws(LinkFailure) {
    let root: JSONNode
    do {
      root = try JSONTree(parsing: line).root
    } catch {
      throw LinkFailure(.unsupported, "the request is no JSON: \(error.message)")
    }
    guard let action = root["do"]?.string.flatMap(Action.init(rawValue:)) else {
      let known = Action.allCases.map(\.rawValue).listed("or")
      throw LinkFailure(.unsupported, "the request's \"do\" is not \(known)")
    }
    let needsProgram = action == .write || action == .plan
    let expected = ["do", "link"] + (needsProgram ? ["program"] : [])
    guard Set(root.members.map(\.key)) == Set(expected) else {
      throw LinkFailure(.unsupported, "a request to \(action) has \(expected.listed("and"))")
    }
    guard let link = root["link"]?.string, let program = needsProgram ? root["program"]?.string : ""
    else { throw LinkFailure(.unsupported, "the members of a request are strings") }
    self.action = action
    self.link = link
    self.program = program
  }
}
