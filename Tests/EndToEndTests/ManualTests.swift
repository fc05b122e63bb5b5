import TestSupport
import Testing

/// What `make install` puts beside the program: it comes from the one description of the commands.
@Suite struct ManualTests {
  private let folder = TemporaryFolder()

  @Test("every command has a page, with every option that its help shows")
  func pagesAgreeWithHelp() throws {
    let result = try ShellCommand(
      """
      setpoint manual . || exit 1
      commands=$(setpoint --help | sed -n 's/^  \\([a-z]*\\)  .*/\\1/p')
      for command in $commands; do
        page=setpoint-$command.1
        test -f "$page" || { echo "no page: $command"; continue; }
        setpoint $command --help | sed 's/^USAGE:.*//' | grep -o -- '--[a-z][a-z-]*' | sort -u |
          while read -r option; do
            grep -qF "Fl $(echo "$option" | cut -c 2-)" "$page" || grep -qF -- \
              "$(echo "$option" | sed 's/-/\\\\-/g')" "$page" || echo "$page lacks $option"
          done
      done
      ls setpoint-*.1 | wc -l
      echo $commands | wc -w
      """, in: folder.path)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2, "\(result.text) \(result.errorText)")
    #expect(lines.first == lines.last)
    #expect(Int(lines.first ?? "") ?? 0 >= 18)
  }

  @Test("pages say the statuses, the files and the environment")
  func pagesAreWhole() throws {
    let result = try ShellCommand(
      """
      setpoint manual . && for part in NAME SYNOPSIS DESCRIPTION OPTIONS ENVIRONMENT FILES \
        'EXIT STATUS' 'SEE ALSO'; do grep -L "^.Sh $part" setpoint-*.1; done
      grep -c . setpoint.1 >/dev/null && LC_ALL=C grep -l '[^ -~]' setpoint*.1
      true
      """, in: folder.path)
    #expect(result.text == "", "\(result.errorText)")
  }
}
