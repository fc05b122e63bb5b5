import DeviceFormats
import ScheduleFiles

extension DeviceInput {
  /// Reads a file.
  ///
  /// - Throws: `Failure`.
  init(opening path: String) throws(Failure) {
    self.init(file: path, bytes: try Failure.about(path) { try FileReading.bytes(at: path) })
  }
}
