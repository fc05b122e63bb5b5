import SchedulePictures
import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension FoldedRows<CellFinding> {
  /// The mark of its cells.
  var mark: String { elements[0].severity == .error ? "!" : "?" }
  /// The id in a list.
  fileprivate var id: String { "\(elements[0].code) \(elements[0].cell.tag)" }
}

extension [CellFinding] {
  /// The problems, errors first, with equal ones on several days combined.
  var folded: [FoldedRows<CellFinding>] {
    (filter { $0.severity == .error } + filter { $0.severity != .error }).foldedRows(
      alike: \.code, row: { $0.cell.row }, sentence: \.message)
  }
}

extension EditorState {
  /// Opens the list of problems; equal problems on several days are one item.
  mutating func showProblems() {
    guard !problems.isEmpty else { return say("no problems") }
    let detail = ListDetail(
      hints: [Hint("Enter", "explain"), Hint("g", "go to the cell"), Hint("F", "fix")])
    open("Problems", detail) { state in
      state.foldedProblems.map { fold in
        let first = fold.elements[0]
        let count = fold.elements.count
        return ListItem(
          id: fold.id, title: "\(fold.mark) \(fold.sentence)",
          detail: "\(first.code) \(first.severity.name)" + (count > 1 ? ", \(count) times" : ""))
      }
    } choose: { state, outcome throws(Refusal) in
      guard let fold = state.foldedProblems.first(where: { $0.id == outcome.id }) else {
        return
      }
      switch outcome {
      case .open, .key(.named(.function(1)), _): state.explain(fold.elements[0])
      case .key(.character("g"), _):
        try state.go(to: fold.elements[0].cell)
        state.dialogs.close()
      case .key(.character("F"), _):
        guard state.allowsEdits() else { return }
        try state.fix(fold.elements)
        if state.problems.isEmpty { state.dialogs.close() }
      default: break
      }
    }
  }

  /// Opens the list of texts that no cell accepted; choosing one goes to its cell.
  mutating func showRefusals(_ refused: [(cell: CellAddress, refusal: Refusal)]) {
    open("Refused", ListDetail(hints: [Hint("Enter", "go to the cell")])) { _ in
      refused.enumerated().map {
        ListItem(id: "\($0)", title: "\($1.cell)", detail: $1.refusal.reason)
      }
    } choose: { state, outcome throws(Refusal) in
      guard case .open(let id) = outcome, let index = Int(id) else { return }
      try state.go(to: refused[index].cell)
      state.dialogs.close()
    }
  }

  /// Shows the explanation of a problem's rule.
  mutating func explain(_ problem: CellFinding) {
    let rule = ScheduleRuleList.infos.first { $0.code == problem.code }
    guard
      var text = rule?.explanation ?? options.devices.explanation(ofRule: problem.code)
    else { return }
    if rule == nil, device?.device?.repaired(week, problem) != nil {
      text = text.replacing("\nfix: none", with: "\nfix: F sets the nearest value of the device")
    }
    open(title: problem.message, text: text)
  }

  /// Explains the problem under the cursor.
  mutating func explainProblem() throws(Refusal) {
    guard let problem = problems(at: cursor).first else {
      throw Refusal("no problem here; n goes to the next problem, ? shows the keys")
    }
    explain(problem)
  }

  /// Fixes the problem under the cursor.
  mutating func fixProblem() throws(Refusal) {
    guard let problem = problems(at: cursor).first else {
      throw Refusal("no problem here; n goes to the next problem")
    }
    try fix([problem])
  }

  /// Whether a problem can be fixed.
  func canFix(_ problem: CellFinding) -> Bool {
    (repaired(week, problem) ?? device?.device?.repaired(week, problem)) != nil
  }

  /// Fixes problems as one undo step, like `setpoint validate --fix`.
  private mutating func fix(_ found: [CellFinding]) throws(Refusal) {
    let fixed = found.reduce(week) { week, problem in
      repaired(week, problem) ?? device?.device?.repaired(week, problem) ?? week
    }
    let cells = CellAddress.all.filter { fixed[$0] != week[$0] }
    guard let first = cells.first else {
      throw Refusal("there is no fix for \(found[0].code); F1 explains the rule")
    }
    let changes = WeekComparison(from: week, to: fixed).lines(clock)
    apply(
      ScheduleEdit(from: week, to: fixed),
      name: cells.count == 1
        ? .value(first, from: week[first], to: fixed[first])
        : .words("fix \(found[0].code) in \(counted(cells.count, "cell"))"))
    say("fixed \(changes.joined(separator: "; "))", .undo)
  }

  /// Returns the week with a problem fixed; nil if there is no fix.
  ///
  /// If heat and cool are too close, the side edited last moves to the nearest allowed value; without an edit, the side
  /// under the cursor.
  private func repaired(_ week: Week, _ problem: CellFinding) -> Week? {
    let row = problem.cell.row
    let field = edited.fieldEditedLast(in: row) ?? (cursor.row == row ? cursor.field : nil)
    return WeekCheck.repaired(week, problem, moving: field?.side)
  }
}
