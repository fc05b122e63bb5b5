/// That rows of a table changed, and which.
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

/// Who wants to know of changes: whoever saves them, whoever draws them.
///
/// However many values one change touches, it is one notification.
public struct ChangeObservers {
  /// What an observer is removed by.
  public struct Token: Hashable, Sendable {
    fileprivate let number: Int
  }

  private var observers: [(token: Token, notify: (TableChange) -> Void)] = []
  private var lastNumber = 0

  /// Begins with nobody.
  public init() {}

  /// Calls `notify` with every change from now on, after those who were added before.
  public mutating func add(_ notify: @escaping (TableChange) -> Void) -> Token {
    lastNumber += 1
    let token = Token(number: lastNumber)
    observers.append((token, notify))
    return token
  }

  /// Stops calling an observer; removing one twice is harmless.
  public mutating func remove(_ token: Token) {
    observers.removeAll { $0.token == token }
  }

  /// Tells everyone of a change, once; a change of nothing is not told.
  public func post(_ change: TableChange) {
    guard !change.isEmpty else { return }
    for observer in observers { observer.notify(change) }
  }
}
