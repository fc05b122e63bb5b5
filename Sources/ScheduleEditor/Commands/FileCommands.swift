import Diagnostics
import ScheduleModel

extension CommandTable {
  /// Commands on the file and the program.
  static let files: [EditorCommand] = [
    EditorCommand(
      name: "save", aliases: ["w", "write"], help: "save the changes",
      run: { state, _ in
        guard state.isModified || state.isNew else {
          return state.say("nothing changed; nothing written")
        }
        if state.allowsEdits() { state.save(thenQuit: false) }
      }),
    EditorCommand(
      name: "save-copy", usage: "FILE", help: "save the document as a new file",
      fileWord: 0,
      run: { state, words throws(Refusal) in
        guard words.count == 1 else { throw Refusal("expected the name of a file") }
        try state.saveCopy(as: words[0])
      }),
    EditorCommand(
      name: "quit", aliases: ["q"], help: "quit; asks about unsaved changes",
      run: { state, _ in
        if state.isModified { state.mode = .asking(.saveChanges) } else { state.request = .quit }
      }),
    EditorCommand(
      name: "quit!", aliases: ["q!"], help: "quit and discard changes",
      run: { state, _ in state.request = .quit }),
    EditorCommand(
      name: "save-and-quit", aliases: ["wq", "x"], help: "save the changes and quit",
      run: { state, _ in
        guard state.isModified || state.isNew else {
          state.request = .quit
          return
        }
        state.save(thenQuit: true)
      }),
    EditorCommand(
      name: "picture", usage: "FILE", help: "write the week as a picture: FILE.svg or FILE.html",
      fileWord: 0,
      run: { state, words throws(Refusal) in
        guard words.count == 1 else { throw Refusal("expected the name of a file") }
        guard words[0].hasSuffix(".svg") || words[0].hasSuffix(".html") else {
          throw Refusal("the name of a picture ends in .svg or .html")
        }
        try state.writePicture(to: words[0])
      }),
    EditorCommand(
      name: "export", usage: "[DEVICE FILE [heat|cool] [round] [drop-cool] [replace]]",
      help: "export the schedule in a device's format; opens a form without words",
      fileWord: 1,
      completions: { state, words in
        words.isEmpty
          ? state.options.devices.names
          : words.count < 2
            ? []
            : state.week.sides.each.map(\.name) + ["round", "replace"]
              + (state.week.sides == .both ? ["drop-cool"] : [])
      },
      run: { state, words throws(Refusal) in try state.export(words) }),
    EditorCommand(
      name: "import", usage: "[DEVICE FILE [gaps=16/28] [C|F] [round] [drop-periods]]",
      help: "add the schedules of a device's file; opens a form without words", changes: true,
      fileWord: 1,
      completions: { state, words in
        words.isEmpty
          ? state.options.devices.names
          : words.count < 2 ? [] : ["gaps=", "C", "F", "round", "drop-periods"]
      },
      run: { state, words throws(Refusal) in try state.importFile(words) }),
    EditorCommand(
      name: "device", usage: "[NAME|none|schedule]",
      help: "check for a device, for none, or for the schedule's device",
      completions: { state, _ in state.options.devices.names + ["none", "schedule"] },
      run: { state, words throws(Refusal) in try state.useDevice(words) }),
    EditorCommand(
      name: "compare", aliases: ["diff"], usage: "[FILE [SCHEDULE] | SCHEDULE]",
      help: "compare with the saved file, another file, or another schedule", fileWord: 0,
      completions: { state, words in
        words.isEmpty ? state.scheduleNames.filter { $0 != state.schedule.name } : []
      },
      run: { state, words throws(Refusal) in try state.diff(words) }),
    EditorCommand(
      name: "conflicts", help: "list conflicts with another program",
      run: { state, _ throws(Refusal) in try state.showConflicts() }),
    EditorCommand(
      name: "mine", help: "keep your values in every conflict", changes: true,
      run: { state, _ throws(Refusal) in try state.settleAll(takingTheirs: false) }),
    EditorCommand(
      name: "theirs", help: "take the other program's values in every conflict", changes: true,
      run: { state, _ throws(Refusal) in try state.settleAll(takingTheirs: true) }),
    EditorCommand(
      name: "recover", help: "recover or discard the edits of a crashed session",
      worksWithoutScreen: false,
      run: { state, _ throws(Refusal) in
        guard let edits = state.recoverableEdits else { throw Refusal("nothing to recover") }
        state.showRecovery(edits)
      }),
    EditorCommand(
      name: "suspend", help: "suspend; fg returns", worksWithoutScreen: false,
      run: { state, _ in state.request = .suspend }),
  ]
}
