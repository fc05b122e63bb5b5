import TestSupport
import TestTraits
import Testing
import CLibrary

/// What `make install` puts beside the program.
@Suite(.waits) struct ManualTests {
  private let folder = TemporaryFolder()

  @Test("the page lists every command, exit status and environment variable")
  func pageIsWhole() throws {
    let result = try ShellCommand(
      #"""
      setpoint --help | sed -n 's/^  \([a-z-]*\)  *\(.*\)/\1: \2/p' >commands
      sed -n '/^.Sh COMMANDS/,/^.Sh ENV/{/^.It Cm/{s/^.It Cm //;N;s/\n/: /;s/\\(aq/'"'"'/;p;};}' "$PROJECT/docs/setpoint.1" |
        diff commands -
      sed -n 's/^| \([0-9]*\) |.*/\1/p' "$PROJECT/README.md" >statuses
      sed -n 's/^.It \([0-9]*\)$/\1/p' "$PROJECT/docs/setpoint.1" | diff statuses -
      grep -rhoE '(Environment\[|ofUser\(|environmentValue\()"[A-Z_]*"' "$PROJECT/Sources" |
        grep -oE '[A-Z_]{2,}' | sort -u | while read -r name; do
          case $name in HOME | PATH | INSIDE_EMACS | STY | TMUX) continue ;; esac
          grep -q "^.It Ev.*$name" "$PROJECT/docs/setpoint.1" || echo "no $name"
        done
      grep -c . commands
      """#, in: folder.path, environment: ["PROJECT=\(Fixtures.path(".."))"])
    #expect(Int(result.text.prefix { $0 != "\n" }) ?? 0 > 20, "\(result.text) \(result.errorText)")
  }

  @Test(
    "mandoc finds nothing in the pages",
    .enabled(if: access("/usr/bin/mandoc", X_OK) == 0, "mandoc is not installed"))
  func pagesPassLint() throws {
    let result = try ShellCommand(
      "mandoc -Tlint setpoint.1 setpoint-link.1 | grep -v 'Xr setpoint-link'; true",
      in: Fixtures.path("../docs"))
    #expect(result.text == "", "\(result.errorText)")
  }

  @Test("the installed program finds its helper, and installed pages link only to installed ones")
  func installed() throws {
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
      cd "$OLDPWD/usr"
      ask() { (PATH=$1; bin/setpoint pull radiotherm://127.0.0.1:1 2>&1) | grep -c 'cannot find'; }
      # In libexec, on the search path, nowhere.
      ask /none; mv libexec/setpoint/setpoint-link .; ask "$PWD"; rm setpoint-link; ask /none
      sh "$INSTALL" --remove "$PWD"; find . -type f
      """#, in: folder.path,
      environment: ["INSTALL=\(Fixtures.path("../.ci/install"))"])
    let lines = result.text.split(separator: "\n")
    #expect(lines.first.flatMap { Int($0.trimmingPrefix(" ")) } ?? 0 > 20, "\(result.text)")
    #expect(lines.dropFirst() == ["0", "0", "1"], "\(result.text) \(result.errorText)")
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test("the pages for contributors name only existing types")
  func contributorsPagesAreTrue() throws {
    let result = try ShellCommand(
      #"""
      cd "$PROJECT"
      cat docs/architecture.md docs/contributing.md docs/walks.md | grep -oE '`[A-Z][A-Z]*[a-z][A-Za-z]*[.(`]' |
        tr -d '`.(' | sort -u >"$OLDPWD/names"
      grep -rhoE --include=*.swift '(actor|class|enum|protocol|struct|typealias) [A-Z][A-Za-z]*' Sources Tests |
        cut -d ' ' -f 2 | sort -u >"$OLDPWD/types"
      ls Sources >>"$OLDPWD/types"
      cd - >/dev/null
      # A rule's type in the instructions is a pattern.
      grep -vxFf types names | grep -vx SPnnnName
      wc -l <names
      """#, in: folder.path, environment: ["PROJECT=\(Fixtures.path(".."))"])
    #expect(Int(result.text.trimmingPrefix(" ").prefix { $0 != "\n" }) ?? 0 > 60, "\(result.text)")
  }

  @Test("README names only existing options and commands")
  func readmeIsTrue() throws {
    let readme = String(decoding: try #require(Fixtures.bytes("../README.md")), as: UTF8.self)
    try #require(!readme.contains("'README'"))
    for (name, page) in ProgramHelp.pages {
      WholeFile.write(Array(page.utf8), folder.path("help.\(name)"))
    }
    let result = try ShellCommand(
      """
      cat >README <<'README'
      \(readme)
      README
      commands=$(setpoint --help | sed -n 's/^  \\([a-z-]*\\)  .*/\\1/p')
      for command in $commands; do [ -f help.$command ] || echo "$command has no help"; done
      # Every line that runs a command: its options are options of that command.
      sed 's/|/\\n/g' README | grep -o 'setpoint [a-z-]* .*' | while read -r program command rest; do
        [ -f help.$command ] || continue
        echo "$rest" | sed 's/[`#;(].*//' | grep -oE -- '(^| )--?[a-zA-Z][a-z-]*' | while read -r option; do
          grep -qE -- "(^|[^a-z-])$option([^a-z-]|\\$)" help.$command || echo "$command has no $option"
        done
      done
      # And every command is named.
      for command in $commands; do
        grep -qE "(setpoint |\\`)$command( |\\`|\\$)" README || echo "README lacks $command"
      done
      echo $commands | wc -w
      """, in: folder.path)
    #expect(Int(result.text.dropLast()) ?? 0 > 20, "\(result.text) \(result.errorText)")
  }
}
