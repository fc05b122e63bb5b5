import CLibrary
import Diagnostics
import ScheduleFiles
import TestSupport
import TestTraits
import Testing

@testable import Streams

@Suite(.waits) struct RecordStreamTests {
  private let folder = TemporaryFolder()

  /// How many records are answered at a time.
  private struct Together: RecordWork {
    let name = "-"
    let members: [StaticString] = ["document"]
    /// How many it should become: every record waits for that, until it was so once.
    let wanted: Int
    let running: Watched<(now: Int, most: Int, all: Int)>

    func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
      running.change {
        $0.now += 1
        $0.all += 1
        $0.most = max($0.most, $0.now)
      }
      running.wait { $0.most >= wanted }
      running.change { $0.now -= 1 }
    }

    func refuse(_ finding: Diagnostic, _ answers: inout RecordAnswers) {}
  }

  private static let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  @Test(
    "records are processed by --jobs threads, each on its own processor",
    .enabled(if: processors > 1, "one processor"),
    arguments: [(jobs: nil, threads: 2), (1, 1), (2, 2)])
  func pipesAreShared(jobs: Int?, threads: Int) throws {
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    // A line fills a chunk of the usual size.
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: LineReader.usualSize - 1) + [0x0A]
    let count = 40
    let producer = Thread {
      let file = open(path, O_WRONLY | O_CLOEXEC)
      for _ in 0..<count {
        var sent = 0
        while sent < line.count {
          let written = line.withUnsafeBytes {
            write(file, $0.baseAddress! + sent, line.count - sent)
          }
          guard written > 0 else { break }
          sent += written
        }
      }
      close(file)
    }
    let work = Together(wanted: threads, running: Watched((now: 0, most: 0, all: 0)))
    var options = StreamOptions()
    options.jobs = jobs
    let found = RecordStream(work, options).run(try LineReader(path)) { _ in }
    producer.join()
    let counts = work.running.change { $0 }
    #expect(found.isWhole && counts.all == count)
    #expect(jobs == nil ? counts.most >= threads : counts.most == threads)
  }
}
