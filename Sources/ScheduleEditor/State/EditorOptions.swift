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
  /// The names of files and folders, these with a slash, that begin as what is typed does.
  package var fileNames: @Sendable (_ typed: String) -> [String] = { _ in [] }
  /// The device whose limits are shown; nil for the one that a schedule names.
  package var device: String?

  /// Names the file; everything else begins with its default.
  package init(fileName: String) {
    self.fileName = fileName
  }
}
