/// The rows of a table that a change affects.
public struct TableChange: Hashable, Sendable {
  /// The numbers (section * rows + row) of the rows, in order.
  public let rows: [Int]

  /// Creates a change of rows.
  public init(rows: some Sequence<Int>) {
    self.rows = Set(rows).sorted()
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { rows.isEmpty }
}
