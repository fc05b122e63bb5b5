/// The layout of a form's lines.
struct FormFrame {
  /// A line between the title and the message.
  enum Line: Hashable {
    case heading(String)
    case field(Int)

    var field: Int? { if case .field(let index) = self { index } else { nil } }
  }

  let area: ScreenRectangle
  let titleLine: Int?
  let firstLine: Int
  let visible: ArraySlice<Line>
  let messageLine: Int?
  let buttonLine: Int?

  init(_ form: Form, area: ScreenRectangle) {
    self.area = area
    let lines = form.lines
    let onButton: Bool
    var focused = 0
    switch form.focus {
    case .field(let index):
      (onButton, focused) = (false, lines.firstIndex(of: .field(index)) ?? 0)
    case .button: (onButton, focused) = (true, lines.count - 1)
    case nil: onButton = false
    }
    let hasButtons = area.rows >= 2 || onButton
    let hasMessage = area.rows >= 3
    let hasTitle = area.rows >= 5 && !form.configuration.title.isEmpty
    titleLine = hasTitle ? area.row : nil
    firstLine = area.row + (hasTitle ? 1 : 0)
    buttonLine = hasButtons ? area.lines.upperBound - 1 : nil
    messageLine = hasMessage ? area.lines.upperBound - 2 : nil
    let room =
      max(0, area.rows - (hasTitle ? 1 : 0) - (hasButtons ? 1 : 0) - (hasMessage ? 1 : 0))
    // Center the field with the focus as far as possible: the drawing does not depend on an earlier one.
    let first = max(0, min(focused - room / 2, lines.count - room))
    visible = lines[first..<min(lines.count, first + room)]
  }
}

extension Form {
  /// The headings and fields in order.
  var lines: [FormFrame.Line] {
    entries.enumerated().flatMap { index, entry -> [FormFrame.Line] in
      (entry.field.heading.map { [.heading($0)] } ?? []) + [.field(index)]
    }
  }
}
