/// Groups files with the same messages.
package struct MessageGroups {
  private var names: [[String]: [String]] = [:]
  private var order: [[String]] = []

  package init() {}

  /// Adds the messages of a file; returns whether they are the first of their kind. Ignores a file without any.
  @discardableResult
  package mutating func add(_ lines: [String], of file: String) -> Bool {
    guard !lines.isEmpty else { return true }
    // Two inputs can have the same output.
    guard names[lines]?.last != file else { return false }
    names[lines, default: []].append(file)
    guard names[lines]?.count == 1 else { return false }
    order.append(lines)
    return true
  }

  /// The files whose messages are those of an earlier file, one line for each such file.
  package var repetitions: [String] {
    order.compactMap { names[$0] }.filter { $0.count > 1 }.map { names in
      let others = names.count > 4 ? [names[1], "\(names.count - 2) more"] : Array(names[1...])
      return "\(others.joined(separator: ", ")): the same as for \(names[0])"
    }
  }

  /// The messages, below the names of their files if there are several. Of more than three, `most` are named.
  package func lines(naming: Bool, upTo most: Int = 1) -> [String] {
    order.flatMap { lines -> [String] in
      let files = names[lines] ?? []
      guard naming else { return lines }
      let isCut = files.count > max(3, most)
      let shown = isCut ? files.prefix(most) + ["\(files.count - most) more"] : files[...]
      return [shown.joined(separator: ", ") + ":"] + lines.map { "  " + $0 }
    }
  }
}
