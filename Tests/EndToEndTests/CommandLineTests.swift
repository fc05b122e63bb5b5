import JSONText
import TestSupport
import TestTraits
import Testing

@testable import SetpointCommands

/// What the program says about its commands, asked once.
enum ProgramHelp {
  private static let dump =
    (try? ShellCommand("setpoint --experimental-dump-help", in: "/"))?.output ?? []

  /// The nodes of the commands.
  static func commands() throws -> [JSONNode] {
    let tree = try JSONTree(parsing: dump)
    return try #require(tree.root["command"]?["subcommands"]).elements
      .filter { $0["commandName"]?.string != "help" }
  }

  /// The help of each command, by its name.
  static let pages: [String: String] = {
    let names = (try? commands())?.compactMap { $0["commandName"]?.string } ?? []
    let script = names.map { "setpoint \($0) --help; printf '\\036'\n" }.joined()
    let pages = (try? ShellCommand(script, in: "/"))?.text.split(separator: "\u{1E}") ?? []
    return Dictionary(uniqueKeysWithValues: zip(names, pages.map(String.init)))
  }()
}

/// What holds for every command, as the argument parser describes it.
@Suite(.waits) struct CommandLineTests {
  /// An option or argument that takes a value, and the command that it is of.
  private static func values() throws -> [(name: String, node: JSONNode)] {
    try ProgramHelp.commands().flatMap { command in
      (command["arguments"]?.elements ?? []).filter { $0["kind"]?.string != "flag" }.map { node in
        ("\(command["commandName"]?.string ?? "") \(node["valueName"]?.string ?? "")", node)
      }
    }
  }

  /// Values that a person makes up: names, numbers, moments.
  private static let free =
    [
      "edit wait", "new name", "copy name", "now at", "due at", "calendar n",
      "calendar words", "show year[-month]", "validate gap",
      "validate deadband",
      "export target", "export range", "export deadband", "export year", "import name",
      "import heat", "import cool", "import year", "import gaps", "import zone", "pull gaps",
      "pull zone", "validate jobs",
      "export jobs",
      "import jobs",
      "format jobs", "diff jobs", "pull name", "pull heat", "pull cool",
      "pull timeout", "set heat", "set cool",
    ]
    + ["push", "drift"].flatMap { command in
      ["jobs", "timeout", "range", "deadband"].map { "\(command) \($0)" }
    }

  @Test("Tab completes every value that is not free text")
  func everyValueCompletes() throws {
    let values = try Self.values()
    #expect(values.count > 60)
    let without = values.filter { $0.node["completionKind"] == nil }.map(\.name)
    #expect(Set(without) == Set(Self.free))
  }

  @Test("help is short: 45 lines for validate, 40 for other commands, one for each option")
  func shortHelp() throws {
    #expect(try ProgramHelp.pages.count == ProgramHelp.commands().count)
    for (name, page) in ProgramHelp.pages {
      let lines = page.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(10...(name == "validate" ? 45 : 40) ~= lines.count, "\(name): \(lines.count)")
      let options = lines.drop { $0 != "OPTIONS:" }.dropFirst().prefix { !$0.hasPrefix("EXIT") }
      // The help of a long name begins on the next line.
      let helps = options.count { $0.hasPrefix("    ") || $0.dropFirst(25).first == " " }
      #expect(helps == options.count { $0.hasPrefix("  -") }, "\(name)")
      // The exit statuses follow the options.
      let statuses = lines.firstIndex { $0.lowercased().contains("exit status") } ?? lines.endIndex
      #expect(statuses > options.startIndex, "\(name)")
      // An example that does not fit into a line cannot be pasted.
      let examples = lines.drop { !$0.hasPrefix("Example") }.prefix { !$0.isEmpty }
      #expect(examples.dropFirst().allSatisfy { $0.hasPrefix("  ") }, "\(name)")
    }
  }

  @Test("an option that is given twice is refused unless the parser takes several values")
  func repeatableOptions() throws {
    var (repeatable, otherNames): (Set<String>, [String: String]) = ([], [:])
    for (title, node) in try Self.values() where node["kind"]?.string == "option" {
      let names = (node["names"]?.elements ?? []).map { name in
        (name["kind"]?.string == "short" ? "-" : "--") + (name["name"]?.string ?? "")
      }
      let preferred = "--" + (node["preferredName"]?["name"]?.string ?? "")
      for name in names where name != preferred { otherNames[name] = preferred }
      guard node["isRepeating"]?.boolean == true else {
        let isListed = SetpointCommand.repeatable.contains(preferred) && preferred != "--schedule"
        #expect(!isListed, "\(title)")
        continue
      }
      repeatable.insert(preferred)
      #expect(preferred != "--schedule" || title.hasPrefix("diff "), "\(title)")
    }
    #expect(repeatable == SetpointCommand.repeatable)
    #expect(otherNames == SetpointCommand.otherNames)
  }
}
