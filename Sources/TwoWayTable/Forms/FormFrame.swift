/// Which line of a form shows what.
struct FormFrame {
  let area: ScreenRectangle
  let titleLine: Int?
  let firstFieldLine: Int
  /// The fields in sight.
  let visible: Range<Int>
  let messageLine: Int?
  let buttonLine: Int?

  init(_ form: Form, area: ScreenRectangle) {
    self.area = area
    let onButton: Bool
    var focused = 0
    switch form.focus {
    case .field(let index): (onButton, focused) = (false, index)
    case .button: (onButton, focused) = (true, form.entries.count - 1)
    case nil: onButton = false
    }
    let hasButtons = area.rows >= 2 || onButton
    let hasMessage = area.rows >= 3
    let hasTitle = area.rows >= 5 && !form.configuration.title.isEmpty
    titleLine = hasTitle ? area.row : nil
    firstFieldLine = area.row + (hasTitle ? 1 : 0)
    buttonLine = hasButtons ? area.lines.upperBound - 1 : nil
    messageLine = hasMessage ? area.lines.upperBound - 2 : nil
    let room =
      area.rows - (hasTitle ? 1 : 0) - (hasButtons ? 1 : 0) - (hasMessage ? 1 : 0)
    // The field with the focus stands in the middle, where the ends allow it: a drawing depends on
    // nothing that was drawn before.
    let first = max(0, min(focused - room / 2, form.entries.count - room))
    visible = first..<min(form.entries.count, first + max(0, room))
  }
}
