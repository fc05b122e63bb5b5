import TestSupport
import TestTraits
import Testing

/// `setpoint merge` as git runs it.
@Suite(.waits) struct MergeDriverTests {
  private let folder = TemporaryFolder()

  private static let setUp = """
    git init -q . && git config user.email a@example.org && git config user.name A
    git config commit.gpgsign false
    echo '*.json merge=setpoint' > .gitattributes
    git config merge.setpoint.driver 'setpoint merge %O %A %B --path=%P'
    setpoint new home.json && git add . && git commit -qm base
    git checkout -qb theirs

    """

  @Test("edits of one row on two branches merge") func mergesOneRow() throws {
    let result = try ShellCommand(
      Self.setUp + """
        setpoint set home.json mon.wake.heat=68 && git commit -qam theirs
        git checkout -q - && setpoint set home.json mon.wake.cool=80 && git commit -qam ours
        git merge -q theirs -m merged >/dev/null; echo "status $?"
        setpoint get home.json mon.wake.heat mon.wake.cool; git status --short -uno
        """, in: folder.path)
    #expect(
      result.text == "status 0\nmonday.wake.heat\t68\nmonday.wake.cool\t80\n", "\(result.errorText)"
    )
  }

  @Test("a conflict is listed by cell, and our value stays") func listsConflicts() throws {
    let result = try ShellCommand(
      Self.setUp + """
        setpoint set home.json mon.wake.heat=68 sun.wake.heat=66 && git commit -qam theirs
        git checkout -q - && setpoint set home.json mon.wake.heat=67 && git commit -qam ours
        git merge -q theirs -m merged >/dev/null; echo "status $?"
        setpoint get home.json mon.wake.heat sun.wake.heat; git status --short -uno
        """, in: folder.path)
    #expect(
      result.text == "status 1\nmonday.wake.heat\t67\nsunday.wake.heat\t66\nUU home.json\n",
      "\(result.errorText)")
    #expect(
      result.errorText.contains(
        "home.json: conflict: \"Home\" Monday wake heat: 70 -> ours 67, theirs 68 (tag 4)"))
  }

  @Test("branches that were merged into each other, with different results, conflict")
  func listsConflictsOfSeveralBases() throws {
    let result = try ShellCommand(
      Self.setUp + """
        setpoint git-setup >said; git branch -m theirs; git checkout -q - && git branch -m ours
        try() { setpoint set home.json mon.wake.heat=$1; git commit -qam "$1 $2"; }
        try 64; git checkout -q theirs; try 60; git merge -q ours >said; try 60 resolved
        git checkout -q ours; git merge -q theirs^ >said; try 64 resolved
        git merge -q theirs >said; echo "status $?"; setpoint get home.json mon.wake.heat
        """, in: folder.path)
    #expect(result.text == "status 1\n64\n", "\(result.errorText)")
  }

  @Test("changes that break a rule only together conflict") func listsBrokenRules() throws {
    let result = try ShellCommand(
      Self.setUp + """
        setpoint set home.json mon.wake.heat=75 && git commit -qam theirs
        git checkout -q - && setpoint set home.json mon.wake.cool=74 && git commit -qam ours
        exec 2>&1; git merge -q theirs -m merged >/dev/null; echo "status $?"
        setpoint get home.json mon.wake.heat mon.wake.cool; git status --short -uno
        """, in: folder.path)
    #expect(
      result.text.hasSuffix(
        """
        home.json:10:45: error[SP301] Monday wake heat 75 is not below cool 74 (tag 4)
        setpoint: home.json: merged, but together the changes break rules; edit it, then git add it \
        (git checkout --merge home.json merges again)
        status 1
        monday.wake.heat\t75
        monday.wake.cool\t74
        UU home.json

        """), "\(result.text)")
  }

  @Test("the command for merging again can be pasted for every name")
  func quotesNames() throws {
    let result = try ShellCommand(
      Self.setUp + """
        for name in ./-h.json ./:h.json "./$(printf 'h\\344us').json" "./a'b.json"; do cp home.json "$name"; done
        git add . && git commit -qm more; for f in ./*.json; do setpoint set "$f" mon.wake.heat=68; done
        git commit -qam theirs; git checkout -q - && git reset -q --hard theirs^
        for f in ./*.json; do setpoint set "$f" mon.wake.heat=67; done; git commit -qam ours
        git merge -q theirs -m merged 2>said >/dev/null; sed -n 's/.*(\\(git .*\\) merges.*/\\1/p' said >again
        wc -l <again; bash -e again 2>&1 | grep -c 'ours 67, theirs 68'
        """, in: folder.path)
    #expect(result.text == "5\n5\n", "\(result.text) \(result.errorText)")
  }
}

/// `setpoint diff --textconv` as git runs it, and the attributes that the help proposes.
@Suite(.waits) struct TextconvTests {
  private let folder = TemporaryFolder()

  private static let setUp = """
    git init -q . && git config user.email a@example.org && git config user.name A
    git config commit.gpgsign false && git config diff.setpoint.textconv 'setpoint diff --textconv --'
    echo '?*.setpoint.json diff=setpoint merge=setpoint' > .gitattributes
    setpoint new home.setpoint.json && echo '{}' > .setpoint.json
    git add . && git commit -qm base

    """

  @Test("a changed row is one line, below its schedule") func changedRow() throws {
    let result = try ShellCommand(
      Self.setUp + """
        setpoint set home.setpoint.json tue.leave.heat=64 && git diff -U0 | grep '^[-+@]'
        """, in: folder.path)
    #expect(
      result.text == """
        --- a/home.setpoint.json
        +++ b/home.setpoint.json
        @@ -8 +8 @@ schedule "Home"
        -  Tuesday leave 08:00 heat 62 cool 85
        +  Tuesday leave 08:00 heat 64 cool 85

        """, "\(result.text) \(result.errorText)")
  }

  @Test("a file whose name begins with a dash is not an option") func dashedName() throws {
    let result = try ShellCommand(
      Self.setUp + """
        setpoint new -- -x.setpoint.json && git add . && git commit -qm dash
        setpoint set ./-x.setpoint.json tue.leave.heat=64 && git diff -U0 | grep -c '^[-+] '
        """, in: folder.path)
    #expect(result.text == "2\n", "\(result.text) \(result.errorText)")
  }

  @Test("a file that is not a schedule does not stop git") func brokenFile() throws {
    let result = try ShellCommand(
      Self.setUp + """
        echo '{"format": ' > home.setpoint.json; git commit -qam broken
        git log -p --format=%s | grep -c '^[-+]'; git diff HEAD~ >/dev/null; echo $?
        """, in: folder.path)
    #expect(result.text.hasSuffix("\n0\n"), "\(result.text)")
    #expect(result.errorText == "")
  }

  @Test("the attributes match schedules but not the project file") func attributes() throws {
    let result = try ShellCommand(
      Self.setUp + """
        git check-attr diff merge -- home.setpoint.json a/b.setpoint.json .setpoint.json a/.setpoint.json
        """, in: folder.path)
    #expect(
      result.text == """
        home.setpoint.json: diff: setpoint
        home.setpoint.json: merge: setpoint
        a/b.setpoint.json: diff: setpoint
        a/b.setpoint.json: merge: setpoint
        .setpoint.json: diff: unspecified
        .setpoint.json: merge: unspecified
        a/.setpoint.json: diff: unspecified
        a/.setpoint.json: merge: unspecified

        """, "\(result.errorText)")
  }

  @Test(
    "an unreadable side is named by its file and side, not by git's temporary file",
    arguments: ["base", "ours", "theirs"])
  func brokenSide(side: String) throws {
    let result = try ShellCommand(
      """
      setpoint new base; cp base ours; cp base theirs; echo '{' >\(side)
      setpoint merge base ours theirs --path=home.json
      """, in: folder.path)
    #expect(result.status == 65)
    #expect(
      result.errorText.hasPrefix("home.json (\(side)):2:1: error[SP101]"), "\(result.errorText)")
  }
}
