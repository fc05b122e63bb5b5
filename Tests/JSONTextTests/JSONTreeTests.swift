import JSONText
import Testing

@Suite struct JSONTreeTests {
  private func tree(_ text: String) throws -> JSONTree { try JSONTree(parsing: Array(text.utf8)) }

  @Test("every kind of value is recognised")
  func kindsAreToldApart() throws {
    let root = try tree("[{}, [], \"\", 1, 1.0, true, false, null]").root
    #expect(
      root.elements.map(\.kind) == [
        .object, .array, .string, .integer, .real, .boolean, .boolean, .null,
      ])
    #expect(root[3]?.integer == 1 && root[3]?.number == 1)
    #expect(root[4]?.integer == nil && root[4]?.number == 1)
    #expect(root[5]?.boolean == true && root[6]?.boolean == false && root[7]?.boolean == nil)
    #expect(root[8] == nil && root[-1] == nil)
    #expect(root[0]?.string == nil && root[2]?.string?.isEmpty == true)
  }

  @Test("members come in the order of the text")
  func membersKeepTheirOrder() throws {
    let text = "{\"z\": 1, \"a\": 2, \"é\\n\": 3, \"\": 4}"
    let root = try tree(text).root
    let keys = ["z", "a", "é\n", ""]
    #expect(root.members.map(\.key) == keys)
    #expect(root.children.map(\.key) == keys)
    #expect(root.members.map(\.value.integer) == [1, 2, 3, 4])
    #expect(root.children.map(\.integer) == [1, 2, 3, 4])
    #expect(root.count == 4)
    #expect(root[0] == nil && root.elements.isEmpty)
  }

  @Test("a member is found by its name without making a string, also with escapes")
  func membersAreRecognised() throws {
    let root = try tree("{\"b\": 1, \"ab\": 2, \"\\u0061b\": 3, \"a\\\\b\": 4}").root
    #expect(root.member("ab")?.integer == 3 && root.member("a\\b")?.integer == 4)
    #expect(root.member("b")?.integer == 1 && root.member("a") == nil)
  }

  @Test("a node has the places of its value and key")
  func nodesKnowTheirPlaces() throws {
    let text = "{\"a\": [1, -2.5], \"\\u0062\": \"x\"}"
    let root = try tree(text).root
    let bytes = { (range: Range<Int>?) in
      range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }
    #expect(root.range == 0..<text.utf8.count && root.keyRange == nil)
    #expect(bytes(root["a"]?.range) == "[1, -2.5]" && bytes(root["a"]?.keyRange) == "\"a\"")
    #expect(bytes(root["a"]?[1]?.range) == "-2.5" && root["a"]?[1]?.keyRange == nil)
    #expect(bytes(root["b"]?.keyRange) == "\"\\u0062\"" && root["b"]?.key == "b")
  }

  @Test("an object with a repeated key is read with the last of them, and says so")
  func repeatedKeysAreTold() throws {
    let repeated = try tree("{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}")
    #expect(repeated.hasDuplicateKeys)
    #expect(repeated.root["b"]?["c"]?.integer == 2)
    #expect(
      repeated.root["b"]?.members.map(\.value.integer) == [2] && repeated.root["b"]?.count == 1)
    #expect(try !tree("{\"a\": {\"c\": 1}, \"b\": {\"c\": 2}}").hasDuplicateKeys)
  }

  @Test("a node outlives the variable that held its tree")
  func nodesKeepTheirTree() throws {
    var nodes: [JSONNode] = []
    for number in 0..<100 { nodes.append(try #require(tree("[\"text \(number)\"]").root[0])) }
    #expect(nodes.map(\.string) == (0..<100).map { "text \($0)" })
  }

  @Test("trees are made, read and freed by many threads at once")
  func treesAreIndependent() async throws {
    let long = String(repeating: "x", count: 70_000)
    let trees = try await withThrowingTaskGroup(of: JSONTree.self) { group in
      for number in 0..<400 {
        group.addTask {
          _ = try? JSONTree(parsing: Array("{\"a\": [\(number), {\"b\"".utf8))
          let items = (0..<(number % 50)).map { "\"\($0)\"" }.joined(separator: ",")
          let text =
            "{\"n\": \(number), \"long\": \"\(long)\", \"items\": [\(items)], \"n\": \(number)}"
          return try JSONTree(parsing: Array(text.utf8))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    var numbers: [Int] = []
    for tree in trees {
      let number = try #require(tree.root["n"]?.integer)
      numbers.append(number)
      #expect(tree.hasDuplicateKeys)
      #expect(tree.root["long"]?.string == long)
      #expect(
        tree.root["items"]?.elements.compactMap(\.string) == (0..<(number % 50)).map { "\($0)" })
    }
    #expect(numbers.sorted() == Array(0..<400))
  }
}
