extension ListScreen {
  /// Handles a key; returns a request to the owner, if any.
  public mutating func handle(_ key: Key) -> ListOutcome? {
    switch mode {
    case .browsing: return browse(key)
    case .asking: return answer(key)
    case .finding(let line, let start):
      find(key, line, from: start)
      return nil
    }
  }

  /// Pastes text into the search text, ignored otherwise; returns whether all of it fit.
  public mutating func paste(_ text: String) -> Bool {
    guard case .finding(var line, let start) = mode else { return true }
    let fits = line.paste(text)
    seek(line, from: start)
    return fits
  }

  private mutating func browse(_ key: Key) -> ListOutcome? {
    switch key {
    case .named(.up), .character("k"): select(selection - 1)
    case .named(.down), .character("j"): select(selection + 1)
    case .named(.pageUp): select(selection - max(1, pageHeight - 1))
    case .named(.pageDown): select(selection + max(1, pageHeight - 1))
    case .named(.home): select(0)
    case .named(.end): select(items.count - 1)
    case .named(.escape), .character("q"), .control("c"): return .cancelled
    case .character("a") where abilities.contains(.add): return .add(after: selectedItem?.id)
    case .character("/") where abilities.contains(.find):
      mode = .finding(TextLine(), from: selection)
    default: return selectedItem.map { browse(key, at: $0) } ?? .key(key, id: nil)
    }
    return nil
  }

  private mutating func browse(_ key: Key, at item: ListItem) -> ListOutcome? {
    let reorders = abilities.contains(.reorder)
    switch key {
    case .named(.enter): return .open(id: item.id)
    case .character("e") where abilities.contains(.edit): return .edit(id: item.id)
    case .character("d") where abilities.contains(.delete),
      .named(.delete) where abilities.contains(.delete):
      mode = .asking
    case .shift(.up) where reorders, .character("K") where reorders, .alt("k") where reorders:
      return move(item, by: -1)
    case .shift(.down) where reorders, .character("J") where reorders, .alt("j") where reorders:
      return move(item, by: 1)
    default: return .key(key, id: item.id)
    }
    return nil
  }

  private func move(_ item: ListItem, by step: Int) -> ListOutcome? {
    let place = selection + step
    return items.indices.contains(place) ? .move(id: item.id, to: place) : nil
  }

  private mutating func answer(_ key: Key) -> ListOutcome? {
    guard let isYes = words.answer(key) else { return nil }
    mode = .browsing
    return isYes ? selectedItem.map { .delete(id: $0.id) } : nil
  }

  private mutating func find(_ key: Key, _ line: TextLine, from start: Int) {
    switch key {
    case .named(.enter): mode = .browsing
    case .named(.escape), .control("c"):
      mode = .browsing
      select(start)
    case .named(.down): selectMatch(of: line.text, from: selection + 1, by: 1)
    case .named(.up): selectMatch(of: line.text, from: selection - 1, by: -1)
    default:
      var line = line
      guard line.handle(key) else { return }
      seek(line, from: start)
    }
  }

  /// Selects the next item, cyclically from where the search started, that contains the text.
  private mutating func seek(_ line: TextLine, from start: Int) {
    mode = .finding(line, from: start)
    if !selectMatch(of: line.text, from: start, by: 1) { select(start) }
  }

  @discardableResult
  private mutating func selectMatch(of text: String, from start: Int, by step: Int) -> Bool {
    let wanted = text.lowercased()
    guard !wanted.isEmpty, !items.isEmpty else { return false }
    for distance in items.indices {
      let place = (start + distance * step) % items.count
      let index = place < 0 ? place + items.count : place
      if items[index].title.lowercased().contains(wanted) {
        select(index)
        return true
      }
    }
    return false
  }

  /// Whether no item contains the text.
  var findsNothing: Bool {
    guard case .finding(let line, _) = mode, !line.isEmpty, let item = selectedItem else {
      return false
    }
    return !item.title.lowercased().contains(line.text.lowercased())
  }
}
