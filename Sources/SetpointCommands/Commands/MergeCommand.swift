import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleModel

/// `setpoint merge`: joins two sets of changes, cell by cell.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge two changed copies of a schedule file by cell; a git merge driver.",
    discussion: """
      The result replaces OURS, with its layout; -o writes it elsewhere. Schedules are matched by \
      name, else by equal weeks. A cell that both changed otherwise keeps our value and is listed on \
      standard error, with exit status 1.

      For git:
        echo '*.setpoint.json merge=setpoint' >> .gitattributes
        git config merge.setpoint.driver 'setpoint merge %O %A %B --path %P'
      """)

  @Argument(help: "The file that both began with; an empty one when both made theirs anew.")
  var base: String

  @Argument(help: "Our file, which the result replaces.")
  var ours: String

  @Argument(help: "Their file.")
  var theirs: String

  @Option(name: .shortAndLong, help: "Where the result goes instead, - for standard output.")
  var output: String?

  @Option(help: "How messages name the file.")
  var path: String?

  @OptionGroup var writing: WritingOptions

  func run() throws {
    let name = path ?? ours
    let lock = output == nil ? try DocumentFile.lockOrFail(ours) : nil
    defer { withExtendedLifetime(lock) {} }
    let merge: DocumentMerge
    do {
      merge = try DocumentMerge(
        base: try baseDocument(), ours: try DocumentFile.open(ours).document,
        theirs: try DocumentFile.open(theirs).document, file: name)
    } catch let problem as DocumentProblem {
      throw DocumentFileError.content(problem).reported(name)
    }
    try write(merge.text)
    for conflict in merge.conflicts { Console.say("\(name.printable): conflict: \(conflict)") }
    for member in merge.memberConflicts {
      Console.say(
        "\(name.printable): conflict: member \(member.quoted()) was changed on both sides; ours stays"
      )
    }
    if !merge.conflicts.isEmpty || !merge.memberConflicts.isEmpty { throw ExitStatus.problems.exit }
  }

  /// What both began with; git gives an empty file where they began with none.
  private func baseDocument() throws -> ScheduleDocument? {
    do {
      if try FileReading.bytes(at: base).isEmpty { return nil }
    } catch {
      throw DocumentFileError.system(error).reported(base)
    }
    return try DocumentFile.open(base).document
  }

  private func write(_ text: [UInt8]) throws {
    if output == "-" { return Console.write(text, to: .output) }
    let target = output ?? ours
    do {
      if output == nil, try FileReading.bytes(at: ours) == text { return }
      try AtomicFile.write(text, to: target, policy: writing.policy)
    } catch {
      throw DocumentFileError.system(error).reported(target)
    }
  }
}
