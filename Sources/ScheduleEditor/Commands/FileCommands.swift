/// Verbs about the file and the program.
enum FileCommands {
  static let all: [EditorCommand] = [
    EditorCommand(
      name: "save", aliases: ["w", "write"], usage: "", help: "write what changed",
      run: { state, _ in
        guard state.isModified else {
          state.message = .init(text: "nothing changed; nothing written")
          return nil
        }
        return state.allowsEdits() ? .save(.careful, thenQuit: false) : nil
      }),
    EditorCommand(
      name: "save-copy", usage: "FILE", help: "write the document to a file that is not there yet",
      run: { _, words throws(CommandError) in
        guard words.count == 1 else { throw CommandError("expected the name of a file") }
        return .saveCopy(path: words[0])
      }),
    EditorCommand(
      name: "quit", aliases: ["q"], usage: "", help: "quit; asks what to do with changes",
      run: { state, _ in
        guard state.isModified else { return .quit }
        state.mode = .asking(.saveChanges)
        return nil
      }),
    EditorCommand(
      name: "quit!", aliases: ["q!"], usage: "", help: "quit and give changes up",
      run: { _, _ in .quit }),
    EditorCommand(
      name: "save-and-quit", aliases: ["wq", "x"], usage: "", help: "write what changed, and quit",
      run: { state, _ in state.isModified ? .save(.careful, thenQuit: true) : .quit }),
    EditorCommand(
      name: "export", usage: "FORMAT FILE", help: "write the schedule in a device's format",
      completions: { state, words in words.isEmpty ? state.options.exportFormats : [] },
      run: { _, words throws(CommandError) in
        guard words.count == 2 else { throw CommandError("expected a format and a file") }
        return .export(format: words[0], path: words[1])
      }),
    EditorCommand(
      name: "recover", usage: "", help: "decide on the edits of a session that died",
      run: { state, _ throws(CommandError) in
        guard let edits = state.recoverableEdits else { throw CommandError("nothing to recover") }
        state.showRecovery(edits)
        return nil
      }),
    EditorCommand(
      name: "suspend", usage: "", help: "suspend; fg returns", run: { _, _ in .suspend }),
  ]
}
