/// How an editor begins.
package struct EditorOptions: Sendable {
  /// The name of the file as the title shows it.
  package var fileName: String
  /// Which schedule of the document is shown first, from 0; nil for the list when there are several.
  package var scheduleIndex: Int?
  /// Whether there is no file yet.
  package var isNew = false
  /// Why nothing may be changed; nil where it may.
  package var readOnlyReason: String?
  /// What there is to know of the file from the start; nil for nothing.
  package var notice: String?
  /// Whether that is another editor of the document, which may end.
  package var isHeldElsewhere = false
  /// The user's settings.
  package var settings = EditorSettings()
  /// The devices that can be named.
  package var devices: any DeviceCatalog = NoDevices()
  /// The user's home folder, for which commands write `~`; nil where there is none.
  package var homeFolder: String?
  /// Where a save writes, as the message after it names the file; nil for the file's name.
  package var savedName: String?
  /// The names of files and folders, these with a slash, that begin as what is typed does.
  package var fileNames: @Sendable (_ typed: String) -> [String] = { _ in [] }
  /// The device whose limits are shown; nil for the one that a schedule names.
  package var device: String?

  /// A path with the home folder in place of a `~/` at its beginning.
  func expandingHome(_ path: String) -> String {
    guard let homeFolder, path.hasPrefix("~/") else { return path }
    return homeFolder + path.dropFirst()
  }

  /// Names the file; everything else begins with its default.
  package init(fileName: String) {
    self.fileName = fileName
  }
}
