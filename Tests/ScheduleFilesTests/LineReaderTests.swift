import CLibrary
import ScheduleFiles
import TestSupport
import Testing

@Suite struct LineReaderTests {
  private let folder = TemporaryFolder()

  /// The lines of a file, `<too long>` for those that were passed over.
  private func lines(of bytes: [UInt8], chunk: Int = 1 << 16, limit: Int = 1000) throws -> [String]
  {
    WholeFile.write(bytes, folder.path("lines"))
    let reader = try LineReader(folder.path("lines"), chunk: chunk, limit: limit)
    var result: [String] = []
    while let chunk = try reader.next() {
      let before = result.count
      chunk.forEachLine { number, text in
        result.append(text.map { String(decoding: $0, as: UTF8.self) } ?? "<too long>")
        #expect(number == result.count)
      }
      #expect(result.count > before)
    }
    return result
  }

  @Test(
    "LF and CRLF end a line, and the last line may have no end",
    arguments: [
      ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
      ("a\r\nb\r\n", ["a", "b"]), ("a\r\n\r\nb", ["a", "", "b"]), ("\n\n", ["", ""]),
      ("a\rb\n", ["a\rb"]), ("a\r\r\n", ["a\r"]), ("a\r", ["a"]),
    ])
  func linesEnd(text: String, expected: [String]) throws {
    #expect(try lines(of: Array(text.utf8)) == expected)
  }

  @Test("lines are the same wherever a read ends")
  func chunksMakeNoDifference() throws {
    let text = Array("one\r\n\ntwo and more\nthr\ree\r\n\r\nfour\n\nfive: é🏠\nlast".utf8)
    let expected = ["one", "", "two and more", "thr\ree", "", "four", "", "five: é🏠", "last"]
    for chunk in 1...(text.count + 1) {
      #expect(try lines(of: text, chunk: chunk) == expected, "\(chunk) bytes at a time")
      #expect(try lines(of: text + [0x0A], chunk: chunk) == expected, "\(chunk) bytes at a time")
    }
  }

  @Test("a line above the limit is skipped, wherever it is, and the next line is read")
  func longLinesArePassedOver() throws {
    let text = Array(
      "12345678\n123456789\nab\n\(String(repeating: "x", count: 50))\r\n1234567\r\nc".utf8)
    let expected = ["12345678", "<too long>", "ab", "<too long>", "1234567", "c"]
    for chunk in 1...(text.count + 1) {
      #expect(try lines(of: text, chunk: chunk, limit: 8) == expected, "\(chunk) bytes at a time")
      let endsLong = text + Array("23456789".utf8)
      #expect(
        try lines(of: endsLong, chunk: chunk, limit: 8) == expected.dropLast() + ["<too long>"],
        "\(chunk) bytes at a time")
    }
  }

  @Test("a line of a pipe is returned when its end arrives, whatever follows it")
  func linesOfAPipe() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    func send(_ text: String) {
      _ = Array(text.utf8).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    }
    let reader = try LineReader("/dev/fd/\(ends[0])", chunk: 16)
    func lines() throws -> String? {
      var lines: [String] = []
      try reader.next()?.forEachLine { lines.append(String(decoding: $1!, as: UTF8.self)) }
      return lines.isEmpty ? nil : lines.joined(separator: "|")
    }
    send("one\ntw")
    #expect(try lines() == "one")
    send(String(repeating: "o", count: 100))
    send("\n3\n4")
    #expect(try lines() == "tw" + String(repeating: "o", count: 100) + "|3")
    close(ends[1])
    #expect(try lines() == "4")
    #expect(try lines() == nil)
  }

  @Test("a missing file, and a folder, are reported with their reason")
  func failuresAreTold() throws {
    #expect(throws: FileError.self) { _ = try LineReader(folder.path("none")) }
    let reader = try LineReader(folder.path)
    var failure: FileError?
    do { _ = try reader.next() } catch { failure = error }
    #expect(failure?.operation == .read)
  }
}
