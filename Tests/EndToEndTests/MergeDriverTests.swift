import TestSupport
import Testing

/// `setpoint merge` as git runs it.
@Suite struct MergeDriverTests {
  private let folder = TemporaryFolder()

  private static let setUp = """
    git init -q . && git config user.email a@example.org && git config user.name A
    git config commit.gpgsign false
    echo '*.json merge=setpoint' > .gitattributes
    git config merge.setpoint.driver 'setpoint merge %O %A %B --path %P'
    setpoint new home.json && git add . && git commit -qm base
    git checkout -qb theirs

    """

  @Test("edits of one row on two branches merge") func mergesOneRow() throws {
    let result = try ShellCommand(
      Self.setUp + """
        setpoint set home.json mon.wake.heat=68 && git commit -qam theirs
        git checkout -q - && setpoint set home.json mon.wake.cool=80 && git commit -qam ours
        git merge -q theirs -m merged >/dev/null; echo "status $?"
        setpoint get home.json mon.wake.heat mon.wake.cool; git status --short
        """, in: folder.path)
    #expect(
      result.text == "status 0\nmonday.wake.heat\t68\nmonday.wake.cool\t80\n", "\(result.errorText)"
    )
  }

  @Test("a conflict is listed by cell and left to the person") func listsConflicts() throws {
    let result = try ShellCommand(
      Self.setUp + """
        setpoint set home.json mon.wake.heat=68 sun.wake.heat=66 && git commit -qam theirs
        git checkout -q - && setpoint set home.json mon.wake.heat=67 && git commit -qam ours
        git merge -q theirs -m merged >/dev/null; echo "status $?"
        setpoint get home.json mon.wake.heat sun.wake.heat; git status --short
        """, in: folder.path)
    #expect(
      result.text == "status 1\nmonday.wake.heat\t67\nsunday.wake.heat\t66\nUU home.json\n",
      "\(result.errorText)")
    #expect(
      result.errorText.contains(
        "home.json: conflict: \"Home\" monday wake heat: 70 -> ours 67, theirs 68 (tag 4)"))
  }

  @Test("without the driver the same row is a conflict of text") func conflictsWithoutDriver()
    throws
  {
    let result = try ShellCommand(
      Self.setUp + """
        git config --unset merge.setpoint.driver; rm .gitattributes
        setpoint set home.json mon.wake.heat=68 && git commit -qam theirs
        git checkout -q - && setpoint set home.json mon.wake.cool=80 && git commit -qam ours
        git merge -q theirs -m merged >/dev/null; echo "status $?"
        """, in: folder.path)
    #expect(result.text == "status 1\n")
  }
}
