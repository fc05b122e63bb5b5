import JSONText
import TestSupport
import Testing

/// What holds for every command, as the argument parser describes it.
@Suite struct CommandLineTests {
  /// An option or argument that takes a value, and the command that it is of.
  private static func values() throws -> [(name: String, node: JSONNode)] {
    let result = try ShellCommand("setpoint --experimental-dump-help", in: "/")
    let tree = try JSONTree(parsing: result.output)
    let commands = try #require(tree.root["command"]?["subcommands"]).elements
    return commands.filter { $0["commandName"]?.string != "help" }.flatMap { command in
      (command["arguments"]?.elements ?? []).filter { $0["kind"]?.string != "flag" }.map { node in
        ("\(command["commandName"]?.string ?? "") \(node["valueName"]?.string ?? "")", node)
      }
    }
  }

  /// Values that a person makes up: names, numbers, moments.
  private static let free =
    [
      "edit wait", "new name", "now at", "due at", "calendar n", "validate gap",
      "validate deadband", "validate step",
      "export target", "export range", "export deadband", "import name",
      "import heat", "import cool", "import gaps", "pull gaps", "validate jobs", "export jobs",
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

  @Test("help stays short: 60 lines for validate, 50 for every other command")
  func shortHelp() throws {
    let result = try ShellCommand("setpoint --experimental-dump-help", in: "/")
    let tree = try JSONTree(parsing: result.output)
    let names = try #require(tree.root["command"]?["subcommands"]).elements
      .compactMap { $0["commandName"]?.string }.filter { $0 != "help" }
    let lengths = try ShellCommand(
      "for name in \(names.joined(separator: " ")); do setpoint $name --help | wc -l; done", in: "/"
    ).text.split(separator: "\n").map { Int($0.filter { $0 != " " }) ?? 0 }
    #expect(lengths.count == names.count)
    for (name, length) in zip(names, lengths) {
      #expect(length <= (name == "validate" ? 60 : 50), "\(name)")
    }
  }
}
