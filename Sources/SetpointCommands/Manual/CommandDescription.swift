import ArgumentParser
import JSONText

/// The argument parser's description of a command, from which help, completions and manual are generated.
struct CommandDescription {
  struct Argument {
    /// The names on the command line, `--output` and `-o`; empty for an argument.
    let names: [String]
    /// The name of an option's value, or of an argument; nil for a flag.
    let value: String?
    let abstract: String
    let discussion: String
    /// The possible values, if the list is short.
    let values: [String]
    let defaultValue: String?
    let isOptional: Bool
    let isRepeating: Bool
  }

  let name: String
  let abstract: String
  let discussion: String
  let arguments: [Argument]
  let subcommands: [CommandDescription]

  static var program: CommandDescription {
    guard let tree = try? JSONTree(parsing: Array(SetpointCommand._dumpHelp().utf8)),
      let command = tree.root["command"]
    else { preconditionFailure("the argument parser describes the commands in JSON") }
    return CommandDescription(command)
  }

  private init(_ node: JSONNode) {
    name = node["commandName"]?.string ?? ""
    abstract = node["abstract"]?.string ?? ""
    discussion = node["discussion"]?.string ?? ""
    arguments = (node["arguments"]?.elements ?? [])
      .filter { $0["shouldDisplay"]?.boolean == true || $0["abstract"] != nil }.map(Argument.init)
    // The parser adds `help`; `setpoint help X` is documented in the manual separately.
    subcommands = (node["subcommands"]?.elements ?? []).map(CommandDescription.init)
      .filter { $0.name != "help" && $0.name != ManualCommand.configuration.commandName }
  }
}

extension CommandDescription.Argument {
  fileprivate init(_ node: JSONNode) {
    names = (node["names"]?.elements ?? []).map { name in
      let dashes = name["kind"]?.string == "long" ? "--" : "-"
      return dashes + (name["name"]?.string ?? "")
    }
    value = node["kind"]?.string == "flag" ? nil : node["valueName"]?.string ?? ""
    abstract = node["abstract"]?.string ?? ""
    discussion = node["discussion"]?.string ?? ""
    values = (node["allValues"]?.elements ?? []).compactMap(\.string)
    defaultValue = node["defaultValue"]?.string
    isOptional = node["isOptional"]?.boolean ?? true
    isRepeating = node["isRepeating"]?.boolean ?? false
  }
}
