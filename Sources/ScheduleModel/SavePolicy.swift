/// How to write a file that cannot simply be replaced.
package enum SavePolicy: Hashable, Sendable {
  /// Refuse a file with several hard links, since replacing would change only one of them.
  case careful
  /// Replace a file with several hard links; the other names keep the old text.
  case breakLinks
  /// Overwrite the file itself: all its names change and its folder need not be writable, but a crash may cut the text.
  case inPlace
}
