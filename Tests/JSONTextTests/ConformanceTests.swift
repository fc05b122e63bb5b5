import Diagnostics
import JSONText
import TestSupport
import Testing

/// The JSONTestSuite (fixtures/json-suite).
@Suite struct ConformanceTests {
  private static let names = Folder.visibleNames(in: Fixtures.path("json-suite/test_parsing"))

  private static func fault(in name: String) throws -> JSONSyntaxError? {
    let bytes = try #require(Fixtures.bytes("json-suite/test_parsing/\(name)"))
    do throws(JSONSyntaxError) {
      _ = try JSONTree(parsing: bytes)
      // Every tree has places, too.
      #expect((try? JSONTree(parsing: bytes, size: .max)) != nil, "\(name)")
      return nil
    } catch {
      #expect((0...bytes.count).contains(error.offset), "\(name)")
      let isPrintable = error.message.printable == error.message
      #expect(isPrintable, "\(name)")
      #expect(!error.message.isEmpty, "\(name)")
      return error
    }
  }

  @Test("the suite is complete") func suiteIsWhole() {
    #expect(Self.names.count { $0.hasPrefix("n_") } == 188)
    #expect(Self.names.count { $0.hasPrefix("y_") } == 95)
    #expect(Self.names.count { $0.hasPrefix("i_") } == 35)
  }

  @Test("an invalid text is refused with its place", arguments: names.filter { $0.hasPrefix("n_") })
  func invalidTextRefused(name: String) throws {
    #expect(try Self.fault(in: name) != nil)
  }

  /// Texts that are valid and no document: a bare value at the top, and NUL, which no name or text of
  /// a schedule may hold.
  @Test(
    "a valid text is read or reported as not a document",
    arguments: names.filter { $0.hasPrefix("y_") }
  )
  func validTextRead(name: String) throws {
    guard let fault = try Self.fault(in: name) else { return }
    let reasons = ["expected '{' to open the document", "\\u0000 is not allowed in a string"]
    #expect(reasons.contains(fault.message), "\(fault.message)")
  }

  @Test(
    "texts that a reader may accept or refuse do not crash",
    arguments: names.filter { $0.hasPrefix("i_") })
  func optionalTextRead(name: String) throws {
    _ = try Self.fault(in: name)
  }
}
