import ArgumentParser
import Diagnostics
import Reporting
import Testing

@testable import SetpointCommands

@Suite("The options that messages name")
struct RequestOptionTests {
  @Test("each is an option of export or import", arguments: RequestOption.allCases)
  func isAccepted(option: RequestOption) {
    guard option != .sides else {
      #expect(option.option == "`setpoint set FILE sides=both`")
      return
    }
    let values = [[], ["x"], ["heat"], ["C"], ["monday"], ["16"], ["2027"], ["5..30"]]
    let isAccepted = values.contains { value in
      let words = [option.option] + value
      return (try? ExportCommand.parse(words)) != nil
        || (try? ImportCommand.parse(["file"] + words)) != nil
    }
    #expect(isAccepted, "\(option.option)")
  }

  @Test("a value that looks like an option is not counted as an option") func values() throws {
    for words in [["--name", "--unit", "--unit", "C"], ["--unit=C", "--name", "--name"]] {
      _ = try SetpointCommand.parsed(["new", "n.json"] + words)
    }
    for words in [["--unit", "C", "--unit=F"], ["--name", "--unit", "--name", "x"]] {
      #expect(throws: Failure.self) { try SetpointCommand.parsed(["new", "n.json"] + words) }
    }
  }

  @Test("an equals sign without a value does not take the next argument as the value")
  func emptyValues() throws {
    for words in [
      ["show", "--output=", "a.json", "--force"], ["show", "-o=", "a.json"],
      ["validate", "--select=", "a.json"], ["validate", "--fix=", "a.json"],
      ["get", "--schedule=", "a.json", "mon.wake.heat"], ["nothing", "--x="],
    ] {
      #expect(throws: Failure.self) { try SetpointCommand.parsed(words) }
    }
    _ = try SetpointCommand.parsed(["set", "a.json", "notes="])
  }

  @Test("they are found by value, not by their words") func remediesAreValues() {
    let failure = Failure(usage: "it needs \(add: .fileUnit) C, not \(option: .unit)")
    #expect(failure.remedies == [.fileUnit])
    #expect(failure.text == "setpoint: it needs --file-unit C, not --unit\n")
    #expect(failure.reason == "it needs --file-unit C, not --unit")
  }
}
