import JSONText
import TestSupport
import TestTraits
import Testing

/// Every name that `setpoint formats` lists, wherever a device can be named.
@Suite("Names of devices", .waits) struct DeviceNameTests {
  /// A name or alias of a device.
  private struct Name {
    let name: String
    /// The id of the device, and of its format.
    let id, format: String

    /// Whether there are addresses of such devices.
    var hasAddress: Bool {
      ["radiotherm", "home-assistant", "zigbee2mqtt", "bacnet"].contains(format) && id != "saswell"
    }
  }

  private let folder = TemporaryFolder()

  private static func names() throws -> [Name] {
    let result = try ShellCommand("setpoint formats --format json", in: "/")
    return try JSONTree(parsing: result.output).root.elements.flatMap { format in
      (format["devices"]?.elements ?? []).flatMap { device in
        let id = device["id"]?.string ?? ""
        return ([id] + (device["aliases"]?.elements ?? []).compactMap(\.string)).map {
          Name(name: $0, id: id, format: format["id"]?.string ?? "")
        }
      }
    }
  }

  /// The options look a name up in the same way, and addresses in another: every name for one option and an address,
  /// a few with each other option.
  @Test(
    "options, addresses and formats accept each name of a device as they accept its id",
    arguments: [
      ("export home.json --to NAME", true),
      ("push home.json NAME://192.0.2.7/a/b --dry-run --drop-cool --round", true),
      ("formats NAME", false), ("export home.json --device NAME", false),
      ("import empty --from NAME", false), ("validate home.json --device NAME", false),
    ])
  func accepted(use: String, takesAll: Bool) throws {
    var names = try Self.names()
    #expect(names.count > 60)
    if !takesAll {
      let few = ["radiotherm", "sonoff-trvzb", "evohome", "energyplus"]
      names = few.flatMap { id in names.filter { $0.id == id }.prefix(2) }
      #expect(names.count == 8 && few.allSatisfy { id in names.contains { $0.name == id } })
    }
    let answers = try ShellCommand(
      """
      setpoint new home.json --unit C; : >empty
      for name in \(names.map(\.name).joined(separator: " ")) toaster; do
        use='\(use)'; setpoint ${use%%NAME*}$name${use#*NAME} 2>&1; printf '%s\\036' $?
      done
      """, in: folder.path
    ).text.split(separator: "\u{1E}").map(String.init)
    try #require(answers.count == names.count + 1)
    let refusals = ["there is no device", "is not a device address", "Usage"]
    #expect(refusals.contains { answers.last?.contains($0) == true }, "\(answers.last ?? "")")
    let known = Dictionary(zip(names.map(\.name), answers)) { first, _ in first }
    for (name, answer) in zip(names, answers) {
      for refusal in refusals {
        #expect(!answer.contains(refusal), "\(name.name)")
      }
      // One name may begin another.
      let words = [name.name, name.id].sorted { $0.count > $1.count }
      let same = [answer, known[name.id] ?? ""].map { text in
        words.reduce(text) { $0.replacing($1, with: "NAME") }
      }
      #expect(same[0] == same[1], "\(name.name)")
    }
  }

  @Test(
    "Tab completes every name",
    arguments: [
      "export home.json --to", "import x --from", "validate --device", "formats", "push home.json",
    ])
  func completed(use: String) throws {
    let names = try Self.names()
    let beginnings = Set(names.compactMap(\.name.first).map(String.init)).sorted()
    let offered = try ShellCommand(
      """
      cat >tab.sh <<'END'
      eval "$(setpoint --generate-completion-script bash)"
      compopt() { :; }
      # The candidates do not depend on the letter: the shell filters those of the first.
      setpoint() { [ -e candidates ] || command setpoint "$@" >candidates; cat candidates; }
      for typed in \(beginnings.joined(separator: " ")); do
        COMP_WORDS=(setpoint \(use) $typed); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
        _setpoint_whole_words setpoint $typed "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
      done
      END
      setpoint new home.json; bash tab.sh
      """, in: folder.path
    ).text.split(separator: "\n").map(String.init)
    for name in names {
      let isMeant = !use.hasPrefix("push") || name.hasAddress
      let word = use.hasPrefix("push") ? "\(name.name)://" : name.name
      #expect(offered.contains(word) == isMeant, "\(word)")
    }
  }
}
