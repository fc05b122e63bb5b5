/// The screens that were opened one from another; the topmost has the keys.
public struct ScreenStack<Screen> {
  /// How a screen lies on the one below.
  public enum Presentation: Hashable, Sendable {
    /// It takes the whole terminal.
    case full
    /// What is below it stays visible around it.
    case modal
  }

  private var root: Screen
  private var above: [(screen: Screen, presentation: Presentation)] = []

  /// Begins with one screen, which is never closed.
  public init(_ root: Screen) {
    self.root = root
  }

  /// The screen that has the keys.
  public var top: Screen {
    get { above.last?.screen ?? root }
    set {
      if above.isEmpty { root = newValue } else { above[above.count - 1].screen = newValue }
    }
  }

  /// How many screens there are, at least 1.
  public var count: Int { above.count + 1 }

  /// Whether the topmost screen leaves what is below it visible.
  public var isModal: Bool { above.last?.presentation == .modal }

  /// The screens to draw, in order: the topmost that takes the whole terminal, and the modal ones
  /// above it.
  public var visible: [Screen] {
    let first = above.lastIndex { $0.presentation == .full }
    return (first == nil ? [root] : []) + above[(first ?? 0)...].map(\.screen)
  }

  /// Opens a screen above the others.
  public mutating func push(_ screen: Screen, as presentation: Presentation = .full) {
    above.append((screen, presentation))
  }

  /// Closes the topmost screen and returns it; nil when only the first is left.
  @discardableResult
  public mutating func pop() -> Screen? { above.popLast()?.screen }

  /// Closes all screens but the first.
  public mutating func popToRoot() { above.removeAll() }
}

extension ScreenStack: Sendable where Screen: Sendable {}
