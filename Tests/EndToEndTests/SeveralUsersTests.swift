import ScheduleModel
import TestSupport
import TestTraits
import Testing
import CLibrary

/// Two users and one file. Users are made of numbers, which only root can do.
@Suite(
  .serialized, .waits,
  .enabled(if: SeveralUsers.arePossible, "needs root, setpriv and a program that others may run"))
struct SeveralUsersTests {
  private let folder = TemporaryFolder()

  init() {
    // The folder of the tests is its owner's alone.
    chmod(folder.path, 0o755)
  }

  /// A file shared by two users: how it is made, its owner, and the users.
  enum Sharing: String, CaseIterable, CustomTestStringConvertible {
    case ownerAndRoot = "the owner and root"
    case group = "two of a group in a setgid folder"
    case everybody = "a file that everybody may write"

    var testDescription: String { rawValue }

    var making: String {
      switch self {
      case .ownerAndRoot: "chown 12001:12001 d f; chmod 0755 d; chmod 0644 f"
      case .group: "chown 12001:13000 d f; chmod 2770 d; chmod 0660 f"
      case .everybody: "chown 12001:12001 d f; chmod 0777 d; chmod 0666 f"
      }
    }

    var users: [String] {
      func member(_ id: Int) -> String { "setpriv --reuid=\(id) --regid=\(id) --groups=13000" }
      return self == .ownerAndRoot ? [member(12001), ""] : [member(12001), member(12002)]
    }
  }

  private func make(_ sharing: Sharing) throws {
    let making = sharing.making.replacing(" f", with: " d/home.json")
    let result = try shell(
      "mkdir d; setpoint new d/home.json; \(making); cp -p d/home.json before.json")
    try #require(result.status == 0, "\(result.errorText)")
  }

  /// Users have no home here.
  private func shell(_ script: String) throws -> ShellCommand {
    try ShellCommand(script, in: folder.path, environment: ["HOME=/nonexistent"])
  }

  @Test(
    "a hundred sets at once by two users lose no acknowledged edit",
    arguments: Sharing.allCases)
  func parallelSets(sharing: Sharing) throws {
    try make(sharing)
    // Of a tenth of a degree each, on as many cells as there are; each cell twice.
    let cells = CellAddress.all.filter { $0.field != .time }
    let users = sharing.users
    let sets = (0..<2 * cells.count).map { number in
      let cell = cells[number % cells.count]
      let set = "\(users[number % 2]) setpoint set d/home.json \(cell.path)=+0.1 2>/dev/null"
      // On a busy machine some wait for the lock longer than a set does (73), and are given again.
      return """
        (n=0; until \(set); s=$?; n=$((n + 1)); [ $s -ne 73 ] || [ $n -ge 100 ]; do :; done; [ $s -eq 0 ] && echo \(cell.path) >> done) &
        """
    }
    let result = try shell(
      """
      touch done; chmod 666 done
      \(sets.joined(separator: "\n"))
      wait
      """)
    let values = try ["before.json", "d/home.json"].map { file in
      try shell("setpoint get \(file) all.all.heat all.all.cool").text.split(separator: "\n")
        .reduce(into: [Substring: Double]()) { values, line in
          let words = line.split(separator: "\t")
          values[words[0]] = Double(words[1])
        }
    }
    let done = try shell("cat done").text.split(separator: "\n")
    #expect(done.count == sets.count, "\(result.errorText)")
    for cell in cells {
      let count = done.count { $0 == cell.path }
      let before = try #require(values[0][cell.path[...]])
      let after = try #require(values[1][cell.path[...]])
      #expect(
        count == 2 && abs(after - before - Double(count) / 10) < 0.01, "\(cell) \(count) times")
    }
  }

  @Test("a member of the group saves, and the group of the file stays")
  func groupIsKept() throws {
    try make(.group)
    _ = try shell("chmod g-s d")
    let result = try shell(
      """
      \(Sharing.group.users[1]) setpoint set d/home.json 104=64; echo $?
      stat -c '%u %g %a' d/home.json
      \(Sharing.group.users[0]) setpoint get d/home.json 104; ls -A d
      """)
    #expect(result.text == "0\n12002 13000 660\n64\nhome.json\n", "\(result.errorText)")
  }

  @Test("a history that the user may not read is reported, and not overwritten")
  func unreadableHistory() throws {
    try make(.everybody)
    let result = try shell(
      """
      exec 2>&1; mkdir -m 777 state; export XDG_STATE_HOME=$PWD/state; user='\(Sharing.everybody.users[0])'
      $user setpoint set d/home.json 104=64; chown 0:0 state/setpoint/*
      (
      $user setpoint undo d/home.json; echo $?
      $user setpoint set d/home.json 104=65
      ) 2>&1 | sed "s|$PWD/state/[^:]*|HISTORY|; s|$PWD/||"; chown 12001 state/setpoint/*
      $user setpoint set d/home.json 104=64; $user setpoint undo d/home.json; $user setpoint undo d/home.json
      """)
    #expect(
      result.text == """
        setpoint: Tuesday wake heat 70 -> 64
        setpoint: d/home.json: cannot read its undo history, HISTORY: permission denied
        74
        setpoint: Tuesday wake heat 64 -> 65
        setpoint: d/home.json: saved, but setpoint undo cannot undo it: cannot update its history, HISTORY: permission denied
        setpoint: Tuesday wake heat 65 -> 64
        setpoint: undid set 104=64
        setpoint: Tuesday wake heat 64 -> 65
        setpoint: d/home.json: nothing to undo: the file has changed since the last step

        """)
  }

  @Test("another user's editor is detected", arguments: Sharing.allCases)
  func editorIsSeen(sharing: Sharing) throws {
    try make(sharing)
    let result = try shell(
      """
      mkfifo keys; (\(sharing.users[1]) setpoint edit --prompt d/home.json < keys > /dev/null 2>&1) &
      exec 3> keys; echo tue.leave.heat=64 >&3
      await grep -qs '"cells"' d/.home.json.setpoint-journal
      \(sharing.users[0]) setpoint recover d/home.json; echo $?
      echo mon.wake.heat=60 | \(sharing.users[0]) setpoint edit --prompt d/home.json 2>&1
      echo w >&3; exec 3>&-; wait; setpoint get d/home.json 114; ls -A d
      """)
    #expect(result.text.contains("Tuesday leave heat 62 -> 64\n0\n"), "\(result.text)")
    #expect(result.text.contains("being edited by process"), "\(result.text)")
    #expect(result.text.hasSuffix("64\nhome.json\n"), "\(result.text)")
  }

  @Test(
    "edits of one user are recovered by another who may write the document",
    arguments: Sharing.allCases)
  func recoversOthers(sharing: Sharing) throws {
    try make(sharing)
    let result = try shell(
      """
      mkfifo keys; (exec \(sharing.users[1]) setpoint edit --prompt d/home.json < keys > /dev/null 2>&1) &
      exec 3> keys; echo tue.leave.heat=64 >&3
      await grep -qs '"cells"' d/.home.json.setpoint-journal
      kill -9 $!; wait 2>/dev/null; exec 3>&-
      \(sharing.users[0]) setpoint recover d/home.json --apply; echo $?
      setpoint get d/home.json 114; ls -A d
      """)
    #expect(
      result.text == "Tuesday leave heat 62 -> 64\n0\n64\nhome.json\n",
      "\(result.text) \(result.errorText)")
  }

  @Test(
    "another user's unreadable edits are reported, and the status is not 0")
  func othersJournal() throws {
    try make(.everybody)
    let result = try shell(
      """
      echo x > d/.home.json.setpoint-journal; chmod 600 d/.home.json.setpoint-journal
      \(Sharing.everybody.users[1]) setpoint recover d/home.json; echo $?
      """)
    #expect(result.text == "1\n")
    #expect(result.errorText.contains("cannot be read: permission denied"), "\(result.errorText)")
  }

  @Test(
    "a file that a user may only read is not replaced, even if the folder allows it",
    arguments: [
      "set d/home.json 104=64", "new d/home.json --force",
      "export before.json --to csv -o d/home.json --force",
    ])
  func mayOnlyRead(command: String) throws {
    try make(.ownerAndRoot)
    let result = try shell(
      """
      chmod 0777 d; \(Sharing.group.users[1]) setpoint \(command); echo $?
      chmod 0444 d/home.json; \(Sharing.group.users[0]) setpoint \(command); echo $?
      cmp d/home.json before.json && stat -c %u d/home.json; ls -A d
      """)
    #expect(result.text == "74\n74\n12001\nhome.json\n", "\(result.errorText)")
  }

  @Test("a umask without the user's own rights does not prevent the journal")
  func maskOfRights() throws {
    try make(.everybody)
    let user = Sharing.everybody.users[0]
    let result = try shell(
      """
      chmod 644 d/home.json
      \(user) sh -c 'umask 0277; echo tue.leave.heat=64 | setpoint edit --prompt d/home.json'
      stat -c %a d/.home.json.setpoint-journal
      chmod 555 d; \(user) setpoint recover d/home.json; chmod 777 d
      \(user) setpoint recover d/home.json --apply; echo $?
      ls -A d
      """)
    // Also in a folder that the user may only read.
    let line = "Tuesday leave heat 62 -> 64\n"
    #expect(
      result.text.hasSuffix("600\n\(line)\(line)0\nhome.json\n"),
      "\(result.text) \(result.errorText)")
  }

  @Test("a state folder that only another user may enter has no edits and no history")
  func strangersState() throws {
    try make(.ownerAndRoot)
    let user = Sharing.ownerAndRoot.users[0]
    let result = try shell(
      """
      mkdir -p -m 700 state/setpoint; chmod 700 state; export XDG_STATE_HOME=$PWD/state
      \(user) setpoint set d/home.json 104=71; echo $?
      \(user) setpoint recover d/home.json; echo $?; \(user) setpoint undo d/home.json; echo $?
      """)
    #expect(result.text == "0\n0\n1\n")
    #expect(
      result.errorText == """
        setpoint: Tuesday wake heat 70 -> 71
        setpoint: saved, but setpoint undo cannot undo it: no folder for histories; set XDG_STATE_HOME
        setpoint: d/home.json: nothing to recover
        setpoint: d/home.json: nothing to undo

        """)
  }

  @Test("a file that the user may not write is read-only from the start")
  func forbiddenFile() throws {
    let result = try shell(
      """
      mkdir d; chmod 777 d; setpoint new d/home.json; chmod 444 d/home.json
      printf 'tue.wake.heat=66\nsave\n' | setpriv --reuid=12009 --regid=12009 --clear-groups \
        setpoint edit --prompt d/home.json 2>&1
      """)
    #expect(
      result.text.contains("Not done: read-only: you do not have permission to write the file"),
      "\(result.text)")
  }

  @Test("a lock that the user may not open is named, with a remedy, and nothing is written")
  func closedLock() throws {
    try make(.everybody)
    let user = Sharing.everybody.users[1]
    let result = try shell(
      """
      exec 2>&1; sed -i 's/"heat": 62/"heat": "62"/' d/home.json; cp d/home.json before.json
      install -m 600 -o 12001 /dev/null d/.home.json.setpoint-lock
      \(user) setpoint validate d | wc -l
      (\(user) setpoint validate d/home.json --fix; echo $?; \(user) setpoint set d/home.json 4=66; echo $?) 2>&1 | sed "s|$PWD/||"
      cmp d/home.json before.json; rm d/.home.json.setpoint-lock
      \(user) setpoint validate d/home.json --fix 2>&1 | head -1
      """)
    let refusal =
      "cannot lock: you may not open d/.home.json.setpoint-lock; remove it if no editor has the document open"
    #expect(
      result.text == """
        1
        d/home.json: error: \(refusal)
        73
        setpoint: d/home.json: \(refusal)
        73
        setpoint: d/home.json: fixed 14 problems

        """)
  }

  @Test("another user's lock in a shared folder excludes nobody")
  func strangersLock() throws {
    try make(.ownerAndRoot)
    let result = try shell(
      """
      chmod 1777 d
      setpriv --reuid=12009 --regid=12009 --clear-groups sh -c 'umask 0; : > d/.home.json.setpoint-lock'
      HOME=$PWD; mkdir -m 777 home; export HOME=$PWD/home
      \(Sharing.ownerAndRoot.users[0]) setpoint set d/home.json 104=64; echo $?
      """)
    #expect(result.text == "0\n", "\(result.errorText)")
    #expect(result.errorText.contains("was not created by setpoint"), "\(result.errorText)")
  }
}

/// What the suite needs.
private enum SeveralUsers {
  static let arePossible =
    geteuid() == 0
    && (try? ShellCommand(
      "setpriv --reuid=12001 --regid=12001 --clear-groups setpoint --version", in: "/tmp"
    ).status) == 0
}
