import TestSupport
import TestTraits
import Testing

/// Files and folders whose names are not UTF-8.
@Suite(.waits) struct FileNameTests {
  private let folder = TemporaryFolder()

  private static let commands = [
    "show $f", "now $f", "get $f 104", "set $f 104=69", "copy $f mon --to tue", "diff $f $f",
    "validate $f", "validate .", "format $f", "recover $f", "export $f --to csv -o $d/new.csv",
    "import $d/csv --from csv -o $d/new.json", "merge -o - $f $f $f", "merge $f $f $f",
    "new $d/new.json", "edit --prompt $f", "diff --textconv $f",
    "import $d/csv --from csv --into $f", "validate --fix $f", "set $d/link 104=69",
  ]

  @Test("every command accepts names that are not UTF-8")
  func namesAreBytes() throws {
    // Each command has a copy of the folder.
    let runs = Self.commands.enumerated().map { number, command in
      """
      cd "$top" && cp -R made \(number) && cd \(number) || exit
      setpoint \(command) >out; echo "status $?"
      case '\(command)' in *104=69*) setpoint get "$f" 104;; esac
      # Nothing exists under another name, and no lock or partial file is left.
      ls; LC_ALL=C find "$d" -name '*new*' -prune -o -name '*.1' -prune -o -print | wc -l

      """
    }
    let result = try ShellCommand(
      """
      d=$(printf 'Gesch\\344ft'); f=$d/$(printf 'h\\344us.json'); top=$PWD
      mkdir made; cd made; mkdir "$d"
      setpoint new "$f" && setpoint export "$f" --to csv -o "$d/csv"
      ln -s "$(printf 'h\\344us.json')" "$d/link"
      ls -A "$d" | wc -l

      """ + runs.joined(), in: folder.path)
    // The folder and three in it; `ls` prints bytes that are not UTF-8 unchanged.
    let left: [UInt8] = Array("Gesch".utf8) + [0xE4] + Array("ft\nout\n4\n".utf8)
    let outputs = Self.commands.flatMap { command in
      Array("status 0\n\(command.contains("104=69") ? "69\n" : "")".utf8) + left
    }
    #expect(
      result.output == Array("3\n".utf8) + outputs, "\(result.text) \(result.errorText)")
  }

  /// A combining mark after a slash or a dot joins it in one character, and `é` has two spellings: the first two
  /// bytes are one of them.
  private static let names = """
    mark=$(printf '\\314\\201'); one=$(printf '\\303\\251'); two="e$mark"
    """

  /// Runs commands in a folder with a schedule that has a mistake, `bad`, and one without, `good`.
  private func run(_ commands: String) throws -> [Substring] {
    let result = try ShellCommand(
      """
      \(Self.names); setpoint new good; sed 's/85/15/' good >bad
      \(commands)
      """, in: folder.path)
    return (result.text + result.errorText).split(separator: "\n")
  }

  @Test("a project file applies to folders whose names begin with a mark, in their exact spelling")
  func projectsByBytes() throws {
    let lines = try run(
      """
      mkdir -p "a/${mark}b" $one $two; echo '{"ignore": ["SP3", "SP4"]}' >a/.setpoint.json
      cp a/.setpoint.json $one; cp bad "a/${mark}b/x.json"; cp bad $one/x.json; cp bad $two/x.json
      setpoint validate "a/${mark}b/x.json"; echo $?
      setpoint validate --format jsonl $one/x.json $two/x.json | wc -l
      """)
    #expect(lines == ["0", "7"])
  }

  @Test("two spellings of a letter are two files for export and diff")
  func spellingsAreFiles() throws {
    let lines = try run(
      """
      mkdir old new; cp good old/$one.json; cp good old/$two.json; cp bad new/$one.json
      cp good new/$two.json; setpoint set new/$two.json mon.wake.heat=69 >/dev/null 2>&1
      setpoint export old/*.json --to csv -o out/ 2>/dev/null; ls out | wc -l
      setpoint diff old new | grep -c -e '->'
      """)
    #expect(lines == ["2", "2"])
  }

  @Test("a name that begins with a dot and a combining mark is hidden, and completes like others")
  func marksBehindDots() throws {
    let lines = try run(
      """
      mkdir -p "f/${mark}g" && cp good f/x.json && cp bad "f/.${mark}y.json"
      cp bad "f/.z.json$mark"; cp good "f/${mark}g/h.json"
      setpoint validate f; echo $?; setpoint list f | tail -n +2 | wc -l
      setpoint get "f/${mark}g/h.json" 104; setpoint set "f/${mark}=.json" mon.wake.heat=69; echo $?
      """)
    #expect(lines.prefix(4) == ["0", "2", "70", "66"])
  }

  @Test("messages show the byte, and SARIF keeps it")
  func messagesShowBytes() throws {
    let result = try ShellCommand(
      """
      f=$(printf 'h\\344us.json'); setpoint show "$f" 2>&1
      setpoint new - | sed 's/85/15/' >"$f"
      setpoint validate "$f" | head -1 | cut -d: -f1
      printf '%s\\0' "$f" | setpoint validate --files-from - | head -1 | cut -d: -f1
      setpoint validate --format sarif "$f" | grep -o '"uri": "[^"]*"' | tail -1
      setpoint validate --format jsonl "$f" | grep -o '"file":"[^"]*"' | head -1
      """, in: folder.path)
    #expect(
      result.text == """
        setpoint: h\\xE4us.json: cannot read: no such file or directory
        h\\xE4us.json
        h\\xE4us.json
        "uri": "h%E4us.json"
        "file":"h\u{10FFE4}us.json"

        """, "\(result.errorText)")
  }
}
