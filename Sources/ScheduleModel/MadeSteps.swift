/// The edits in an editor since the last save, including undone ones.
package struct MadeSteps: Sendable {
  /// The number of edits before them that the last save kept.
  package let kept: Int
  /// The document after those.
  package let base: Contents
  /// The edits, oldest first, each with the document after it.
  package let steps: [(name: String, contents: Contents)]
  /// The number of all edits that are not undone.
  package let position: Int

  package init(
    kept: Int, base: Contents, steps: [(name: String, contents: Contents)], position: Int
  ) {
    (self.kept, self.base, self.steps, self.position) = (kept, base, steps, position)
  }
}
