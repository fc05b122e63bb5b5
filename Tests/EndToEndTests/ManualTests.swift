import TestSupport
import TestTraits
import Testing
import CLibrary

/// What `make install` puts beside the program: it comes from the one description of the commands.
@Suite(.waits) struct ManualTests {
  private let folder = TemporaryFolder()

  @Test("every command has a page, with every option that its help shows")
  func pagesAgreeWithHelp() throws {
    let result = try ShellCommand(
      """
      setpoint manual . || exit 1
      commands=$(setpoint --help | sed -n 's/^  \\([a-z-]*\\)  .*/\\1/p')
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

  @Test("pages list exit statuses, files and environment variables")
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

  @Test(
    "mandoc finds nothing in the pages",
    .enabled(if: access("/usr/bin/mandoc", X_OK) == 0, "mandoc is not installed"))
  func pagesPassLint() throws {
    // It looks for the pages that others name among those of the system, not beside them.
    let result = try ShellCommand(
      """
      setpoint manual . && mandoc -Tlint setpoint*.1 >lint; [ $? -le 1 ] || echo 'worse than style'
      grep -v 'referenced manual not found: Xr setpoint' lint
      sed -n 's/^.Xr \\([a-z-]*\\) 1.*/\\1/p' setpoint*.1 | sort -u |
        while read -r page; do [ -f "$page.1" ] || echo "no page $page"; done
      """, in: folder.path)
    #expect(result.text == "", "\(result.errorText)")
  }

  @Test("installed pages link only to installed pages and pictures")
  func installedLinks() throws {
    let result = try ShellCommand(
      #"""
      sh "$INSTALL" "$(command -v setpoint)" "$(command -v setpoint-link)" usr 2>&1 || exit 1
      cd usr/share/doc/setpoint
      find . -name '*.md' | while read -r page; do
        grep -oE '\]\([^)#: ]+' "$page" | cut -c 3- | while read -r link; do
          test -e "$(dirname "$page")/$link" || echo "$page: $link"
        done
      done
      ls docs/rules | wc -l; find . -name '.?*'; find . ! -perm -444
      sh "$INSTALL" --remove "$OLDPWD/usr"; find "$OLDPWD/usr" -type f
      """#, in: folder.path,
      environment: ["INSTALL=\(Fixtures.path("../.ci/install"))"])
    #expect(Int(result.text.trimmingPrefix(" ").prefix { $0 != "\n" }) ?? 0 > 20, "\(result.text)")
    #expect(result.text.split(separator: "\n").count == 1 && result.status == 0, "\(result.text)")
  }

  @Test("README names only existing options and commands")
  func readmeIsTrue() throws {
    let readme = String(decoding: try #require(Fixtures.bytes("../README.md")), as: UTF8.self)
    try #require(!readme.contains("'README'"))
    let result = try ShellCommand(
      """
      cat >README <<'README'
      \(readme)
      README
      commands=$(setpoint --help | sed -n 's/^  \\([a-z-]*\\)  .*/\\1/p')
      for command in $commands; do setpoint $command --help >help.$command; done
      # Every line that runs a command: its options are options of that command.
      sed 's/|/\\n/g' README | grep -o 'setpoint [a-z-]* .*' | while read -r program command rest; do
        [ -f help.$command ] || continue
        echo "$rest" | sed 's/[`#;(].*//' | grep -oE -- '(^| )--?[a-zA-Z][a-z-]*' | while read -r option; do
          grep -qE -- "(^|[^a-z-])$option([^a-z-]|\\$)" help.$command || echo "$command has no $option"
        done
      done
      # And every command is named.
      for command in $commands; do grep -q "$command" README || echo "README lacks $command"; done
      """, in: folder.path)
    #expect(result.text == "", "\(result.errorText)")
  }
}
