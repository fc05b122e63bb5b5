import CLibrary
import Diagnostics
import ScheduleFiles

/// The folder that a command writes a file for each schedule into.
struct OutputFolder {
  private let path: String
  /// The files written so far and what they were made of: two inputs of one name must not become one.
  private var written: [[UInt8]: String] = [:]

  /// What `--output` names, where that is a folder: it ends in a slash or is there.
  init?(_ output: String) {
    var status = stat()
    let isThere = stat(output, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    let endsInSlash = output.hasBytes(atEnd: "/")
    guard isThere || endsInSlash else { return nil }
    path = endsInSlash ? output : output + "/"
  }

  /// Makes the folder where it is not there; the folders above it have to be.
  ///
  /// - Throws: `Failure`.
  func create() throws(Failure) {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw Failure(FileError.call(.create, path: path, CallFailure(errno)), about: path)
  }

  /// Writes the texts of the schedules of one input: all of them, or none where one may not be. `ending` is what
  /// the name of a file has behind those of the input and the schedule.
  ///
  /// - Throws: `Failure`.
  mutating func write(
    _ texts: [(schedule: String, ending: String, bytes: [UInt8])], of input: String,
    isForced: Bool, inputs: ReadFiles, isDry: Bool
  ) throws {
    let stem = Self.stem(of: input)
    let names = texts.map { text in
      "\(path)\(stem)\(texts.count > 1 ? "-" + Self.fileName(text.schedule) : "")\(text.ending)"
    }
    let files = names.map {
      OutputFile(path: $0, isForced: isForced, inputs: inputs, isDry: isDry)
    }
    for (index, name) in names.enumerated() {
      let isTwice = names[..<index].contains { $0.utf8.elementsEqual(name.utf8) }
      if let other = written[Array(name.utf8)] ?? (isTwice ? input : nil) {
        throw Failure(
          .cannotCreate,
          "\(input): not written: \(name) was written for \(other); "
            + (isTwice
              ? "the schedules' names differ too little, --schedule NAME exports one"
              : "export files of one name into a folder each"))
      }
      if !isForced, OutputFile.exists(name) {
        throw Failure(.cannotCreate, "\(name): file exists; --force replaces it")
      }
      try files[index].refuseInputs()
    }
    for (index, name) in names.enumerated() {
      try files[index].write(texts[index].bytes)
      written[Array(name.utf8)] = input
    }
  }

  /// The name of a file without its folder and suffix.
  private static func stem(of input: String) -> String {
    guard input != "-" else { return "schedule" }
    let name = FilePath.split(input).name
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }

  /// A schedule's name as a part of a file's: a slash and what acts on a terminal become dashes.
  private static func fileName(_ schedule: String) -> String {
    String(
      String.UnicodeScalarView(
        schedule.unicodeScalars.map { $0 == "/" || $0.isControl || $0 == " " ? "-" : $0 }))
  }
}
