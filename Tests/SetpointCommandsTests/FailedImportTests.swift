import DeviceFormats
import Diagnostics
import Reporting
import ScheduleModel
import Synchronization
import Testing

@testable import SetpointCommands

/// A failing import takes a few times as long as a good one, however many programs the file has.
@Suite struct FailedImportTests {
  private final class Count: Sendable {
    let reads = Mutex(0)
  }

  /// CSV, which counts how often files are read.
  private struct CountedFormat: DeviceFormat {
    let base: any DeviceFormat
    let count: Count
    var id: String { base.id }
    var title: String { base.title }
    var profiles: [DeviceProfile] { base.profiles }

    func text(
      of week: FittedWeek, name: String, options: ExportOptions
    ) throws(ExportRefusal) -> WrittenText {
      try base.text(of: week, name: name, options: options)
    }

    func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
      count.reads.withLock { $0 += 1 }
      return try base.programs(in: files)
    }
  }

  @Test("the missing options of a file are found with eight readings") func readings() throws {
    let rows = Weekday.allCases.flatMap { day in
      ["Hall,\(day.name),06:00,20.05,26,C"]
        + (0..<5).map { "Bath,\(day.name),\($0 + 6):00,\(18 + $0),26,C" }
    }
    let text = "schedule,day,time,heat,cool,unit\n" + rows.joined(separator: "\n") + "\n"
    let count = Count()
    let csv = try #require(DeviceFormats.device(named: "csv")?.format)
    let work = DeviceImport(
      inputs: [DeviceInput(bytes: Array(text.utf8))],
      format: CountedFormat(base: csv, count: count), device: ImportOptionGroup())
    let missing = work.missing(ImportOptions())
    #expect(missing?.options.allowances == [.round, .dropPeriods])
    #expect(count.reads.withLock(\.self) <= 8)
  }
}
