import ScheduleFiles
import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct InputListTests {
  private let folder = TemporaryFolder()

  private func prepare(_ script: String) throws {
    let result = try ShellCommand(script, in: folder.path)
    #expect(result.status == 0, "\(result.errorText)")
  }

  /// The inputs as text, their paths without that of the test's folder.
  private func inputs(_ names: String...) -> [String] {
    InputList.files(for: names.map { $0 == "-" ? $0 : folder.path($0) }).map { input in
      switch input {
      case .file(let path): short(path)
      case .problem(let path, let reason): "\(short(path)): \(reason)"
      }
    }
  }

  private func short(_ path: String) -> String {
    path.hasPrefix(folder.path + "/") ? String(path.dropFirst(folder.path.count + 1)) : path
  }

  @Test("named files are listed in order, including missing and hidden ones")
  func filesComeAsTheyAre() throws {
    try prepare("touch b.txt .c.json")
    #expect(inputs("b.txt", "none.json", "-", ".c.json") == ["b.txt", "none.json", "-", ".c.json"])
  }

  @Test("a folder lists its *.json at any depth by name, without hidden files")
  func foldersAreSearched() throws {
    try prepare(
      """
      mkdir -p d/b/x d/.git d/a.json d/empty
      touch d/c.json d/B.json d/a.txt d/.h.json d/b/2.json d/b/10.json d/b/x/y.json d/.git/z.json \
        d/a.json/in.json d/x.json~ d/json
      """)
    let expected = [
      "d/B.json", "d/a.json/in.json", "d/b/10.json", "d/b/2.json", "d/b/x/y.json", "d/c.json",
    ]
    #expect(inputs("d") == expected)
    #expect(inputs("d/") == expected)
    #expect(inputs("d/.git") == ["d/.git/z.json"])
  }

  @Test("links are followed, loops end, and a folder or a file is listed once")
  func linksAreFollowed() throws {
    try prepare(
      """
      mkdir -p d/a e; touch d/a/1.json e/2.json other.json
      ln -s .. d/a/loop; ln -s ../e d/e; ln -s ../e d/f; ln -s ../other.json d/z.json
      ln -s ../e/2.json d/same.json; ln d/a/1.json d/zz.json
      ln -s nowhere d/broken.json; ln -s d link
      """)
    let expected = ["a/1.json", "broken.json", "e/2.json", "z.json"]
    #expect(inputs("d") == expected.map { "d/" + $0 })
    #expect(inputs("link") == expected.map { "link/" + $0 })
    #expect(inputs("e", "e", "./e/2.json", "d/same.json") == ["e/2.json"])
  }

  @Test("a folder without a file to check is reported")
  func emptyFoldersAreTold() throws {
    try prepare("mkdir -p d/e; touch d/e/a.txt")
    #expect(inputs("d") == ["d: the folder contains no *.json file"])
  }
}
