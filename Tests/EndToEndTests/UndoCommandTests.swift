import TestSupport
import TestTraits
import Testing

/// `setpoint undo`, and the editor's undo after a restart.
@Suite(.waits) struct UndoCommandTests {
  /// Replaces the time of each step.
  private let dated = "sed 's/  20[0-9-]* [0-9:]*  /  DATE  /'"

  @Test("steps of the editor and of every command are undone to the original bytes")
  func everyCommand() throws {
    let document = TestDocument(
      """
      setpoint new home.json
      sed -i 's/"heat": 62, "cool": 85/"cool":8.5e1,  "heat":62/; s/08:00/8:00/' home.json
      """)
    let result = try document.shell(
      """
      setpoint validate --fix home.json >fixed
      printf '%s\\n' tue.wake.heat=66 wed.wake.heat=67 undo save | setpoint edit --prompt home.json >said
      setpoint set home.json unit=C name=Winter >said
      setpoint set home.json mon.wake.heat=20 sat.wake.time=+15 >said
      setpoint copy home.json monday --to fri >said
      cp home.json base.json; cp home.json theirs.json; setpoint set theirs.json sun.wake.heat=19
      setpoint merge base.json home.json theirs.json
      setpoint merge base.json home.json base.json --path git.json
      setpoint format home.json
      setpoint export home.json --to csv -o week.csv
      sed -i 's/20/21/' week.csv; setpoint import week.csv --from csv --into home.json >said
      setpoint undo home.json --list | \(dated)
      setpoint undo home.json --dry-run
      cp home.json last.json; i=0
      while setpoint undo home.json 2>said; do i=$((i + 1)); done; cat said
      cmp home.json before.json && echo $i undone
      while setpoint undo home.json --redo 2>said; do i=$((i - 1)); done
      cmp home.json last.json && echo $i
      """)
    #expect(
      result == """
        done    DATE  import from week.csv
        done    DATE  format
        done    DATE  merge
        done    DATE  copy monday --to fri
        done    DATE  set mon.wake.heat=20 sat.wake.time=+15
        done    DATE  set unit=C name=Winter
        done    DATE  Tuesday wake heat 70 -> 66
        done    DATE  validate --fix
        would undo import from week.csv
        Mon, Fri wake heat 21 -> 20
        setpoint: home.json: nothing to undo
        8 undone
        0

        """)
  }

  @Test(
    "a schedule file overwritten with --force is restored, whatever its damage",
    arguments: [
      #"sed '7s/Home/Ho\xFFme/'"#, #"sed '7s/Home/Ho\x01me/'"#,
      "sed 2d", "sed 's/setpoint-schedule/setpoint-shedule/'", "head -c 700",
    ])
  func overwrittenDamage(making: String) throws {
    let document = TestDocument()
    let result = try document.shell(
      """
      \(making) home.json >a.json; cp a.json b.json; setpoint new a.json --force; cmp -s a.json b.json; echo $?
      setpoint undo a.json 2>&1; cmp a.json b.json; setpoint undo a.json --redo 2>&1; setpoint validate a.json
      """)
    #expect(result == "1\nsetpoint: undid new --force\nsetpoint: redid new --force\n")
  }

  /// HistoryTests has a text that is almost too large.
  @Test("a command says that a change of a text that is too large cannot be undone")
  func largeFiles() throws {
    let document = TestDocument()
    let result = try document.shell(
      """
      { cat home.json; head -c 5000000 /dev/zero | tr '\\0' ' '; } >big.json
      setpoint new big.json --force 2>&1 | sed 's/.*: saved/saved/'; setpoint undo big.json 2>&1; cmp big.json before.json && echo same
      sed '7s/Home/Ho\\x00me/' home.json >nul.json
      setpoint new nul.json --force 2>&1 | sed 's/.*: saved/saved/'; setpoint undo nul.json 2>&1
      head -c 5000000 /dev/zero >big.csv; setpoint export home.json -o big.csv --force
      """)
    #expect(
      result == """
        saved, but setpoint undo cannot undo it: a text over 4 MiB or with NUL is not kept
        setpoint: big.json: nothing to undo
        same
        saved, but setpoint undo cannot undo it: a text over 4 MiB or with NUL is not kept
        setpoint: nul.json: nothing to undo

        """)
  }

  @Test("the editor undoes the edits of the session before, and commands, after a restart")
  func afterRestart() throws {
    let document = TestDocument()
    var editor = try document.edit()
    try editor.press(":mon.wake.heat=74\r", showing: "unsaved")
    try editor.save()
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    _ = try document.shell("setpoint set home.json tue.wake.heat=71")
    editor = try document.edit()
    try editor.press("u", showing: "undid set tue.wake.heat=71")
    try editor.press("u", showing: "undid Monday wake heat 70 → 74")
    try editor.press("u", showing: "nothing to undo")
    try editor.save()
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    #expect(try document.isAsBefore())
    editor = try document.edit()
    try editor.press("r", showing: "redid Monday wake heat 70 → 74")
    try editor.save()
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    #expect(try document.savedChanges() == "Monday wake heat 70 -> 74\n")
  }

  @Test("a command's step remains if an open editor merges it and saves")
  func mergedByEditor() throws {
    let document = TestDocument()
    let editor = try document.edit()
    try editor.press(":set mon.wake.heat=74\r", showing: "*74")
    _ = try document.shell("setpoint set home.json sun.wake.heat=66")
    #expect(editor.shows("its changes are marked <"))
    try editor.save()
    // Later saves keep the steps as well.
    try editor.press(":set tue.wake.heat=73\r", showing: "*73")
    try editor.save()
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    #expect(
      try document.shell(
        "setpoint undo home.json --list | \(dated); setpoint undo home.json 2>&1") == """
          done    DATE  Tuesday wake heat 70 -> 73
          done    DATE  edits, merged with the file
          done    DATE  set sun.wake.heat=66
          setpoint: undid Tuesday wake heat 70 -> 73
          setpoint: Tuesday wake heat 73 -> 70

          """)
    _ = try document.shell("setpoint undo home.json; setpoint undo home.json")
    #expect(try document.isAsBefore())
  }

  @Test("an open editor undoes a command's step, and those before it")
  func undoneByEditor() throws {
    let document = TestDocument("setpoint new home.json")
    _ = try document.shell("setpoint set home.json mon.wake.heat=69")
    let editor = try document.edit()
    _ = try document.shell("setpoint set home.json tue.wake.heat=68")
    #expect(editor.shows("its changes are marked <"))
    try editor.press("u", showing: "another program (Tuesday wake heat)")
    try editor.press("u", showing: "undid set mon.wake.heat=69")
    try editor.save()
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    #expect(try document.isAsBefore())
  }

  @Test("a step that changed only the layout is undone by the editor")
  func layout() throws {
    let document = TestDocument("setpoint new home.json; sed -i 's/: 70/:  70/' home.json")
    _ = try document.shell("setpoint format home.json")
    let editor = try document.edit()
    try editor.press("u", showing: "undid format")
    try editor.save()
    #expect(try document.isAsBefore())
  }

  @Test("another program's change ends the history with a message; a journal is recovered first")
  func ended() throws {
    let document = TestDocument()
    #expect(
      try document.shell(
        """
        exec 2>&1
        setpoint undo home.json; echo $?
        setpoint set home.json mon.wake.heat=71; echo >>home.json; cp home.json theirs.json
        setpoint undo home.json; echo $?
        setpoint set home.json mon.wake.heat=72; setpoint undo home.json; setpoint undo home.json
        cmp home.json theirs.json && echo theirs
        mkfifo keys; setpoint edit --prompt home.json <keys >said & exec 3>keys
        echo fri.wake.heat=61 >&3; await grep -qs '"cells"' .home.json.setpoint-journal
        kill -9 $!; wait $! 2>/dev/null; setpoint undo home.json; echo $?
        setpoint recover home.json --apply >said 2>&1; setpoint undo home.json
        """) == """
          setpoint: home.json: nothing to undo
          1
          setpoint: Monday wake heat 70 -> 71
          setpoint: home.json: nothing to undo: the file has changed since the last step
          1
          setpoint: Monday wake heat 71 -> 72
          setpoint: undid set mon.wake.heat=72
          setpoint: Monday wake heat 72 -> 71
          setpoint: home.json: nothing to undo: the file has changed since the last step
          theirs
          setpoint: home.json: nothing was undone: unsaved edits of a crashed editor; `setpoint recover home.json` lists them (--apply writes, --discard discards them)
          1
          setpoint: undid recover --apply
          setpoint: Friday wake heat 61 -> 70

          """)
  }

  @Test("of several files, --redo redoes the step that was undone last, time and again")
  func redoneInTurn() throws {
    let result = try TestDocument().shell(
      """
      mkdir all; cp home.json all/a.json; cp home.json all/b.json; cd all
      setpoint set a.json b.json mon.wake.heat=69; setpoint set a.json tue.wake.heat=68
      setpoint set b.json wed.wake.heat=67; setpoint undo a.json; setpoint undo b.json; setpoint undo .
      for step in 1 2 3; do setpoint undo . --redo 2>&1 | grep -o 'redid.*'; done
      """)
    #expect(
      result == """
        redid set mon.wake.heat=69
        redid set wed.wake.heat=67
        redid set tue.wake.heat=68

        """)
  }

  @Test("of several files, those of the newest step are undone; one without a step is reported")
  func severalFiles() throws {
    let document = TestDocument()
    #expect(
      try document.shell(
        """
        exec 2>&1
        mkdir all; for n in a b c d e; do cp home.json all/$n.json; done
        setpoint set '*.wake.heat=+1' all 2>said; setpoint set tue.leave.heat=61 all/b.json 2>said
        cp home.json all/f.json; ln all/d.json all/link
        setpoint undo all --list >said; status=$?; \(dated) said; echo $status
        setpoint undo all --dry-run; echo $?
        setpoint undo all/b.json 2>said; setpoint undo all --dry-run; setpoint undo all missing.json; echo $?
        cmp all/a.json home.json && cmp all/c.json home.json && echo restored
        setpoint undo all/b.json all/a.json; echo $?
        setpoint undo all --redo
        setpoint undo all/a.json -; echo $?; cp all/a.json a; setpoint undo all/a.json 3; echo $?; cmp all/a.json a; setpoint undo all --list --each; echo $?
        """) == """
          setpoint: all/f.json: nothing to undo
          all/a.json, 3 more:
            done    DATE  set '*.wake.heat=+1'
          all/b.json:
            done    DATE  set tue.leave.heat=61
            done    DATE  set '*.wake.heat=+1'
          0
          setpoint: 4 files have another last step and stay unchanged
          setpoint: 1 would be undone, 5 unchanged
          all/b.json:
            would undo set tue.leave.heat=61
            Tuesday leave heat 61 -> 62
          0
          setpoint: all/d.json: not written: the file has 2 hard links, and replacing it would change only one; --in-place writes to all of them, --break-links replaces this one
          setpoint: 4 would be undone, 1 refused, 1 unchanged
          all/a.json, 3 more:
            would undo set '*.wake.heat=+1'
            every day wake heat 71 -> 70
          setpoint: all/d.json: not written: the file has 2 hard links, and replacing it would change only one; --in-place writes to all of them, --break-links replaces this one
          setpoint: missing.json: cannot read: no such file or directory
          setpoint: 4 undone, 2 refused, 1 unchanged (`setpoint undo --redo` of the same files reverts it)
          setpoint: all/a.json, 3 more:
          setpoint:   undid set '*.wake.heat=+1'
          setpoint:   every day wake heat 71 -> 70
          73
          restored
          setpoint: all/b.json: nothing to undo
          setpoint: all/a.json: the same as for all/b.json
          setpoint: 0 undone, 2 refused
          1
          setpoint: 4 redone, 2 unchanged
          setpoint: all/a.json, 3 more:
          setpoint:   redid set '*.wake.heat=+1'
          setpoint:   every day wake heat 70 -> 71
          setpoint: undo needs a file, not -
          64
          setpoint: undo undoes one step at a time; repeat it for more steps
          64
          setpoint: --list only lists the steps
          64

          """)
  }

  @Test("an undo of many files does not remove the oldest histories, which it needs")
  func manyHistories() throws {
    let document = TestDocument()
    #expect(
      try document.shell(
        """
        cp home.json b.json; setpoint set home.json b.json mon.wake.heat=71 2>said
        state=${XDG_STATE_HOME:-$HOME/.local/state}/setpoint; ls "$state" | grep -c 'setpoint-history$'
        seq -f "$state/%.0f.setpoint-history" 10000 | xargs touch -d tomorrow
        setpoint undo home.json b.json 2>&1 | head -1; cmp b.json home.json && cmp b.json before.json
        """) == "2\nsetpoint: 2 undone\n")
  }

  @Test("files whose names are canonically equivalent have steps of their own")
  func equivalentNames() throws {
    let document = TestDocument()
    #expect(
      try document.shell(
        """
        exec 2>&1
        mkdir all; for n in 'caf\u{e9}' 'cafe\u{301}'; do cp home.json "all/$n.json"; done
        heat=66; for n in all/*; do setpoint set mon.wake.heat=$heat "$n" 2>said; heat=67; done
        setpoint undo all --dry-run
        """) == """
          setpoint: 1 file has another last step and stays unchanged
          setpoint: 1 would be undone, 1 unchanged
          all/caf\u{e9}.json:
            would undo set mon.wake.heat=67
            Monday wake heat 67 -> 70

          """)
  }

  @Test("a document of more than the limit of the history keeps its last step")
  func largeDocument() throws {
    let document = TestDocument()
    let result = try document.shell(
      """
      { head -n 1 home.json; printf '  "vendor": "'; head -c 1100000 /dev/zero | tr '\\0' x; echo '",'
        tail -n +2 home.json; } >large.json
      setpoint set large.json mon.wake.heat=66 >said
      setpoint set large.json mon.wake.heat=67 >said; cp large.json last.json
      setpoint undo large.json --list | \(dated); setpoint undo large.json; setpoint get large.json mon.wake.heat
      setpoint undo large.json --redo; cmp large.json last.json && echo equal
      """)
    #expect(
      result == """
        done    DATE  set mon.wake.heat=67
        66
        equal

        """)
  }

  /// A shell function that shortens the paths of histories.
  private static let shortened =
    "shortened() { sed 's|/[^ ]*/home|home|g; s|json[.][0-9a-f]*[.]setpoint-history|json.DIGEST|'; }"

  @Test(
    "something else in the place of a history is an error that names it, and stays",
    arguments: ["mkdir", "mkfifo", "ln -s nowhere"])
  func somethingElse(made: String) throws {
    let document = TestDocument()
    #expect(
      try document.shell(
        """
        exec 2>&1; \(Self.shortened); cp home.json two.json
        setpoint set home.json two.json mon.wake.heat=71 2>/dev/null
        history=$(ls .local/state/setpoint/home.*); rm $history; \(made) $history
        for words in '' -n --list --redo; do (setpoint undo home.json $words; echo $?) 2>&1 | shortened; done
        (setpoint set home.json mon.wake.heat=72; echo $?) 2>&1 | shortened
        (setpoint undo home.json two.json; echo $?) 2>&1 | shortened
        [ -f $history ] || rm -r $history; setpoint undo home.json; echo $?
        """) == """
          \(String(
            repeating: """
              setpoint: home.json: cannot read its undo history, home.json.DIGEST: it is not a file
              74

              """, count: 4))setpoint: Monday wake heat 71 -> 72
          setpoint: home.json: saved, but setpoint undo cannot undo it: cannot update its history, home.json.DIGEST: it is not a file
          0
          setpoint: home.json: cannot read its undo history, home.json.DIGEST: it is not a file
          setpoint: 1 undone, 1 refused (`setpoint undo --redo` of the same files reverts it)
          setpoint: two.json:
          setpoint:   undid set mon.wake.heat=71
          setpoint:   Monday wake heat 71 -> 70
          74
          setpoint: home.json: nothing to undo
          1

          """)
  }

  @Test("the history is private, is not read through a link, and stays small")
  func bounded() throws {
    let document = TestDocument()
    #expect(
      try document.shell(
        """
        exec 2>&1; \(Self.shortened)
        chmod 666 home.json; umask 0; state=.local/state/setpoint
        for i in $(seq 50); do echo mon.wake.heat=71; echo mon.wake.heat=70; done >edits
        printf 'mon.wake.heat=71\\nsave\\n' >>edits; setpoint edit --prompt home.json <edits >said
        setpoint set home.json mon.wake.heat=70 2>said
        stat -c %a $state $state/*; setpoint undo home.json --list | wc -l
        name=$(ls $state); mv $state/$name kept; ln -s $PWD/kept $state/$name
        setpoint undo home.json 2>&1 | shortened; rm $state/$name; touch $state/$name
        for i in $(seq 10100); do : >$state/$i.setpoint-history; done
        touch -d 2001-01-01 $state/[0-9]*
        setpoint set home.json mon.wake.heat=72; ls $state | wc -l; stat -c '%a %F' $state/$name
        mv $state/$name kept; truncate -s 300M $state/$name
        (setpoint undo home.json; echo $?) 2>&1 | shortened
        setpoint set home.json mon.wake.heat=75 2>&1 | shortened
        stat -c %s $state/$name; mv kept $state/$name; setpoint undo home.json
        rm $state/$name; mkdir $state/$name; setpoint set home.json mon.wake.heat=73 2>&1 | shortened
        """) == """
          700
          600
          100
          setpoint: home.json: cannot read its undo history, home.json.DIGEST: it is not a file
          setpoint: Monday wake heat 70 -> 72
          10000
          600 regular file
          setpoint: home.json: cannot read its undo history, home.json.DIGEST: it is larger than the limit
          74
          setpoint: Monday wake heat 72 -> 75
          setpoint: home.json: saved, but setpoint undo cannot undo it: cannot update its history, home.json.DIGEST: it is larger than the limit
          314572800
          setpoint: home.json: nothing to undo: the file has changed since the last step
          setpoint: Monday wake heat 75 -> 73
          setpoint: home.json: saved, but setpoint undo cannot undo it: cannot update its history, home.json.DIGEST: it is not a file

          """)
  }
}
