/// The rows of a table that show something else than before.
public struct TableChange: Hashable, Sendable {
  /// The numbers (section * rows + row) of the rows, in order, each once.
  public let rows: [Int]

  /// Names the rows that changed.
  public init(rows: some Sequence<Int>) {
    self.rows = Set(rows).sorted()
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { rows.isEmpty }
}
