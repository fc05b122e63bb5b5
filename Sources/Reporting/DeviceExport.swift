package import DeviceFormats
import Diagnostics
package import ScheduleFiles
package import ScheduleModel
package import ScheduleRules
import ScheduleText

/// Exports the schedules of documents and formats messages about it.
package struct DeviceExport: Sendable {
  package let format: any DeviceFormat
  let options: ExportOptions
  /// Whether to list equal changes on several days cell by cell.
  let each: Bool
  /// The beginning of refusals: the name of one of several files, and a colon; nil if no file is written.
  package let title: String?

  package init(format: any DeviceFormat, options: ExportOptions, each: Bool, title: String? = nil) {
    (self.format, self.options, self.each, self.title) = (format, options, each, title)
  }

  /// Exports a schedule; throws everything that the device does not support and all missing options.
  package func output(_ index: Int, of document: DocumentFile) throws(Failure) -> ExportOutput {
    do throws(Failure) {
      return try output(index, of: document, options)
    } catch {
      let target = format.exampleTarget
      let additions: [MissingOptions<ExportOptions>.Addition] = [
        (.program, "heat", { $0.program = .heat }),
        (.target, target, { $0.target = target }),
        (.merge, "program.json", { _ in }),
        (.dropCool, nil, { $0.allowances.insert(.dropCool) }),
        (.round, nil, { $0.allowances.insert(.round) }),
      ]
      let missing = MissingOptions(options, additions) { options throws(Failure) in
        _ = try output(index, of: document, options)
      }
      // If something else is missing too, allowing the losses would not be enough.
      let isUsage = error.status == .usage
      guard missing.obstacle == nil ? isUsage || missing.refusals.count > 1 : !isUsage else {
        throw error
      }
      throw missing.failure()
    }
  }

  private func output(
    _ index: Int, of document: DocumentFile, _ options: ExportOptions
  ) throws(Failure) -> ExportOutput {
    do throws(Problem) {
      return try Self.output(of: document.contents.schedules[index], format, options)
    } catch {
      throw failure(error, document, index)
    }
  }

  /// Exports the schedules of a document with its calendar; each of them must fit the device.
  package func text(
    of document: DocumentFile, _ format: any DatedFormat
  ) throws(Failure) -> WrittenText {
    let contents = document.contents
    try Failure.about(document.path) {
      for entry in contents.calendar.indices { _ = try contents.scheduleIndex(ofEntry: entry) }
    }
    do throws(ExportRefusal) {
      return try format.export(contents, options: options)
    } catch {
      throw failure(.device(error), document, 0)
    }
  }

  /// Whether one text can contain several schedules.
  package var holdsSeveral: Bool { format.key(of: "", options) != nil }

  /// Joins the exports of several schedules into one text; throws for names that collide there.
  package func joined(_ texts: [(name: String, bytes: [UInt8])]) throws(Failure) -> [UInt8] {
    // By bytes: canonically equivalent names are different.
    var names: [[UInt8]: String] = [:]
    for (name, _) in texts {
      let key = Array((format.key(of: name, options) ?? "").utf8)
      guard let other = names.updateValue(name, forKey: key) else { continue }
      throw Failure(
        .usage,
        "\(other.quoted()) and \(name.quoted()) would have the same name in \(format.id); pass --schedule NAME"
      )
    }
    return try Failure.usage(
      try format.joined(texts.map(\.bytes), options), before: "; pass --schedule NAME or -o FOLDER/"
    )
  }

  private func failure(_ problem: Problem, _ document: DocumentFile, _ index: Int) -> Failure {
    var findings = DocumentFindings(document: document.document, file: document.path)
    let found = findings.diagnostics(for: problem, inSchedule: index)
    let original = document.document.original
    switch problem {
    case .rules(let broken):
      let weeks = document.contents.schedules.map(\.week)
      guard broken.contains(where: \.isAboutUnit), WeekCheck.isOfOtherUnit(weeks, CheckOptions())
      else {
        return Failure(.problems, found, in: original, each: each)
      }
      let file = document.path.fileWord
      return Failure(
        .problems, found, in: original, each: each,
        "\(document.path): not exported; `setpoint validate --fix --unsafe \(file)` changes the unit"
      )
    case .device(.usage(let sentence)):
      var both = options
      both.program = .both
      let schedule = document.contents.schedules[index]
      let isOne =
        sentence.remedies.contains(.program)
        && (try? Self.output(of: schedule, format, both)) != nil
      let hint: Sentence = isOne ? ", or --program both for one file" : ""
      return Failure(usage: "\(title ?? "")\(sentence)\(hint)") { option in
        option == .sides ? "`\(document.commandAddingSides(to: index))`" : option.option
      }
    case .device(.unreadable): return Failure(.unreadableData, found, in: options.merge?.bytes)
    case .device(.issues(let issues)):
      guard let remedies = issues.remedies else {
        return Failure(.problems, found, in: original, each: each)
      }
      var allowing = options
      allowing.allowances.formUnion(issues.compactMap(\.fixedBy))
      do throws(Problem) {
        _ = try Self.output(of: document.contents.schedules[index], format, allowing)
      } catch Problem.device(.issues(let left)) {
        // The options would not suffice.
        let more = left.map { findings.diagnostic(for: $0, inSchedule: index) }
          .filter { !found.contains($0) }
        return Failure(.problems, found + more, in: original, each: each)
      } catch {
        // Something else is missing as well, such as an option, which is reported next.
      }
      return Failure(
        .problems, found, in: original, each: each,
        "\(document.path): \(title == nil ? "" : "nothing was written; ")\(remedies) would make it fit"
      )
    }
  }
}

extension DeviceExport {
  /// Why a schedule was not converted.
  package enum Problem: Error {
    case rules([CellFinding])
    case device(ExportRefusal)
  }

  /// Converts a schedule to a device's text, for files, streams and devices. A schedule that `isClean` breaks no rule.
  package static func output(
    of schedule: Schedule, _ format: any DeviceFormat, _ options: ExportOptions,
    isClean: Bool = false
  ) throws(Problem) -> ExportOutput {
    let errors = isClean ? [] : WeekCheck.errors(in: schedule.week)
    guard errors.isEmpty else { throw .rules(errors) }
    do throws(ExportRefusal) {
      return try format.export(schedule.week, name: schedule.name, options: options)
    } catch {
      throw .device(error)
    }
  }
}
