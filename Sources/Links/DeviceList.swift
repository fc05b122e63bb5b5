import DeviceFormats
package import Diagnostics
import JSONText
package import LinkProtocol
package import Reporting
import ScheduleFiles
import ScheduleModel

/// A devices file (docs/device-links.md): devices and their schedules.
package struct DeviceList: Sendable {
  package struct Device: Sendable {
    package let name: String
    package let link: DeviceAddress
    /// The path of the schedule file, relative to the working folder.
    package let file: String
    /// The schedule's name; nil for the only one of the file.
    package let schedule: String?
    /// Whether it is the schedule that is due today.
    let due: Bool
    /// Options for this device, which otherwise come from the command line.
    var fit = ExportOptions()
    var replaces = false

    package init(
      name: String, link: DeviceAddress, file: String, schedule: String?, due: Bool
    ) {
      (self.name, self.link, self.file, self.schedule) = (name, link, file, schedule)
      self.due = due
    }
  }

  /// The devices in file order; empty if the file has errors.
  package let devices: [Device]
  /// The errors in the file, by position.
  package let problems: [Diagnostic]

  /// The file name, searched from the working folder upwards.
  package static let fileName = ".setpoint-devices.json"
  /// The most devices in a file.
  static let most = 1000

  package init(reading bytes: [UInt8], at path: String) {
    var reader = DeviceListReader(JSONReader(bytes, file: path, title: "the devices file"), path)
    let read = reader.devices()
    problems = reader.json.problems
    devices = problems.isEmpty ? read : []
  }

  /// Opens the file at `path`, or the nearest one in the working folder or above.
  package static func open(_ path: String?) throws(Failure) -> DeviceList {
    let isNamed = path != nil
    let path = if let path { path } else { try found() }
    let bytes = try Failure.about(path) {
      try FileReading.bytes(at: path, ofFilesAlone: !isNamed)
    }
    let list = DeviceList(reading: bytes, at: path)
    guard list.problems.isEmpty else {
      throw Failure(.unreadableData, list.problems, in: bytes, "\(path): for example: \(example)")
    }
    return list
  }

  private static let example =
    #"{"devices": [{"name": "hall", "link": "radiotherm://192.0.2.7", "file": "home.json"}]} "#
    + "(`setpoint schema devices` describes the members)"

  /// The addresses in the nearest devices file; empty if it cannot be read.
  package static var linksAround: [String] { (try? open(nil))?.devices.map(\.link.text) ?? [] }

  /// The address of the device with a name in the nearest devices file.
  package static func link(named name: String) -> DeviceAddress? {
    (try? open(nil))?.devices.first { $0.name == name }?.link
  }

  /// Finds the nearest devices file; returns a relative path if it is near.
  private static func found() throws(Failure) -> String {
    var folder = ""
    while !FileReading.isAnything(at: folder + fileName) {
      // The root is its own parent.
      guard FileIdentity(of: folder + ".") != FileIdentity(of: folder + "..") else {
        throw Failure(
          .noInput,
          "there is no \(fileName) in this folder or above; pass --devices FILE, or write it: \(example)"
        )
      }
      folder += "../"
    }
    let path = folder + fileName
    // Otherwise the owner of a folder above could choose the devices to write to.
    guard folder.isEmpty || !FileReading.isForeign(at: path) else {
      throw Failure(
        .noInput,
        "\(path) belongs to another user and is not used; pass --devices \(path) to use it")
    }
    return path
  }
}

private struct DeviceListReader {
  var json: JSONReader
  private let folder: String
  private var names: Set<String> = []
  /// What the addresses so far write to, with the names of their devices.
  private var links: [String: String] = [:]

  init(_ json: JSONReader, _ path: String) {
    self.json = json
    folder = FilePath.split(path).folder
  }

  mutating func devices() -> [DeviceList.Device] {
    guard let root = json.root, let top = json.members(of: root, named: ["devices"]),
      let list = json.member("devices", of: top)
    else { return [] }
    return json.elements(of: list, upTo: DeviceList.most).compactMap { device($0) }
  }

  private mutating func device(_ value: JSONReader.Value) -> DeviceList.Device? {
    guard let members = json.members(of: value, named: Self.names) else { return nil }
    let name = text("name", of: members)
    let link = link(of: members, name ?? "")
    let named = text("file", of: members)
    // Here `-` is a file name, not standard input.
    let file = named == "-" ? "./-" : named
    let schedule = json.string("schedule", of: members)
    if let name, let place = members["name"], !names.insert(name).inserted {
      json.report("a second device \(name.quoted())", at: place)
    }
    let due = json.boolean("due", of: members) ?? false
    if due, schedule != nil, let place = members["due"] {
      json.report("due and schedule cannot be combined", at: place)
    }
    guard let name, let link, let file else { return nil }
    var device = DeviceList.Device(
      name: name, link: link,
      file: FilePath.isFromRoot(file) ? file : FilePath.joined(folder, file), schedule: schedule,
      due: due)
    device.replaces = json.boolean("replace", of: members) ?? false
    if json.boolean("round", of: members) == true { device.fit.allowances.insert(.round) }
    if json.boolean("dropCool", of: members) == true { device.fit.allowances.insert(.dropCool) }
    device.fit.unit = json.word("unit", of: members, among: [("C", .celsius), ("F", .fahrenheit)])
    device.fit.program = json.word(
      "program", of: members, among: [("heat", .heat), ("cool", .cool), ("both", .both)])
    return device
  }

  private static let names = [
    "name", "link", "file", "schedule", "due", "unit", "program", "round", "dropCool", "replace",
  ]

  /// Reads a text that is not empty and has one line.
  private mutating func text(_ name: String, of members: JSONReader.Members) -> String? {
    guard let value = json.member(name, of: members), let text = json.string(value) else {
      return nil
    }
    guard !text.isEmpty, text.utf8.count <= 1024, !text.unicodeScalars.contains(where: \.isControl)
    else {
      json.refuse(value, expected: "1 to 1024 bytes without control characters")
      return nil
    }
    return text
  }

  private mutating func link(of members: JSONReader.Members, _ name: String) -> DeviceAddress? {
    guard let value = json.member("link", of: members), let text = json.string(value) else {
      return nil
    }
    do throws(LinkFailure) {
      let link = try DeviceAddress(text)
      if let other = link.parts.compactMap({ links[$0] }).first {
        let other = other.isEmpty ? "another device" : other.quoted()
        json.report("\(other) has this address, or a part of it", at: value)
      }
      for part in link.parts { links[part] = name }
      return link
    } catch {
      json.report(error.message, at: value)
      return nil
    }
  }
}
