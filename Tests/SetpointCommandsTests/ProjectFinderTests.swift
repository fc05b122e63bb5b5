import CLibrary
import Diagnostics
import ScheduleRules
import TestSupport
import TestTraits
import Testing

@testable import SetpointCommands

@Suite(.waits) struct ProjectFinderTests {
  private let folder = TemporaryFolder()
  private let finder = ProjectFinder()

  private func prepare(_ script: String) throws {
    let result = try ShellCommand(script, in: folder.path)
    #expect(result.status == 0, "\(result.errorText)")
  }

  /// The option `gap` for a file; 15 without a project file.
  private func gap(_ path: String) -> Int { finder.options(forFile: folder.path(path)).gap }

  @Test("the nearest project file applies and hides those above")
  func nearestHolds() throws {
    try prepare(
      """
      mkdir -p p/a/b/c p/other none
      echo '{"gap": 20}' > p/.setpoint.json; echo '{"gap": 30}' > p/a/b/.setpoint.json
      """)
    #expect(gap("p/x.json") == 20)
    #expect(gap("p/other/x.json") == 20)
    #expect(gap("p/a/x.json") == 20)
    #expect(gap("p/a/b/x.json") == 30)
    #expect(gap("p/a/b/c/x.json") == 30)
    #expect(gap("p/a/b/c/../../x.json") == 20)
    #expect(gap("none/x.json") == 15)
    #expect(gap("missing/x.json") == 15)
  }

  @Test("a linked folder has the project of its real place")
  func linksAreResolved() throws {
    try prepare(
      """
      mkdir -p real/in there
      echo '{"gap": 20}' > real/.setpoint.json; echo '{"gap": 30}' > there/.setpoint.json
      ln -s ../real/in there/link
      """)
    #expect(gap("there/link/x.json") == 20)
    #expect(gap("there/x.json") == 30)
  }

  @Test("a project file is read once, and its faults are reported once")
  func problemsAreToldOnce() throws {
    try prepare(
      "mkdir -p p/a p/b; echo '{\"gap\": 20, \"nonsense\": 1}' > p/.setpoint.json")
    for path in ["p/x.json", "p/a/x.json", "p/b/x.json", "p/a/../b/x.json"] {
      #expect(gap(path) == 20)
    }
    let problems = finder.takeProblems()
    #expect(problems.count == 1)
    #expect(problems.first?.diagnostics.count == 1)
    #expect(problems.first?.bytes == Array("{\"gap\": 20, \"nonsense\": 1}\n".utf8))
    #expect(finder.takeProblems().isEmpty)
    try prepare("echo '{\"gap\": 25}' > p/.setpoint.json")
    #expect(gap("p/a/y.json") == 20 && gap("p/y.json") == 20)
    #expect(finder.takeProblems().isEmpty)
  }

  @Test(
    "a project file above that belongs to another user is not used",
    .enabled(if: geteuid() == 0, "needs root"))
  func foreignIsRefused() throws {
    try prepare(
      """
      mkdir -p p/a q; echo '{"gap": 20}' | tee p/.setpoint.json >q/.setpoint.json
      chown 12001 p/.setpoint.json; ln -s ../.setpoint.json p/a/.setpoint.json
      """)
    #expect(gap("q/x.json") == 20)
    for path in ["p/x.json", "p/a/x.json"] {
      #expect(gap(path) == 15)
      let problems = finder.takeProblems().flatMap(\.diagnostics)
      #expect(problems.map { $0.message.contains("another user") } == [true])
    }
  }

  @Test("an unreadable project file is reported, and hides those in the folders above")
  func unreadableIsTold() throws {
    try prepare(
      """
      mkdir -p p/pipe p/folder/.setpoint.json p/link; echo '{"gap": 20}' > p/.setpoint.json
      mkfifo p/pipe/.setpoint.json; ln -s nowhere p/link/.setpoint.json
      """)
    for name in ["pipe", "folder", "link"] {
      #expect(gap("p/\(name)/x.json") == 15)
      let problems = finder.takeProblems()
      #expect(problems.map(\.diagnostics.count) == [1])
      #expect(problems.first?.diagnostics.first?.file.hasSuffix("\(name)/.setpoint.json") == true)
    }
    #expect(gap("p/x.json") == 20)
  }
}
