import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the list of a crashed session's edits, one line per cell.
  ///
  /// Editing is blocked until the user decides, since new edits would be stored in the same journal.
  package mutating func showRecovery(_ edits: RecoverableEdits) {
    recoverableEdits = edits
    readOnlyReason = "first decide on the edits of the crashed session; :recover lists them"
    let weeks = edits.weeks.map { ComparedWeeks.all(from: $0.file, to: $0.recovered) } ?? []
    let detail = ListDetail(
      compares: { _, _ in weeks }, versions: ("the file", "recovered"),
      hints: [Hint("r", "recover"), Hint("d", "discard"), Hint("l", "look first")], wayOut: [])
    open(
      edits.title, detail, abilities: .delete,
      words: Words([.deleteItem: "Discard all of these edits?"])
    ) { state in
      (state.recoverableEdits?.lines ?? []).enumerated().map { ListItem(id: "\($0)", title: $1) }
    } choose: { state, outcome throws(Refusal) in
      switch outcome {
      case .key(.character("r"), _): state.didRecover(try state.host.recover())
      case .delete:
        try state.host.discardRecoverableEdits()
        state.didDiscardRecovery()
      case .key(.character("l"), _): state.dialogs.close()
      default: break
      }
    }
  }
}
