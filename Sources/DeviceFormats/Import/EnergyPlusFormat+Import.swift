import Diagnostics
import JSONText
import ScheduleModel

/// A field of an EnergyPlus object and its place in the file.
private struct IDFField {
  let text: String
  let offset: Int?
}

extension EnergyPlusFormat {
  func importing(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    guard inputs.count == 1 else { throw .usage("energyplus reads one file") }
    let text = DeviceText(inputs[0])
    let first = text.bytes.first { $0 > 0x20 }
    let objects = try first == UInt8(ascii: "{") ? Self.epJSON(text) : Self.idf(text)
    let compact = objects.filter { $0[0].text == "schedule:compact" && $0.count > 2 }
    var programs = SidePrograms(.celsius)
    var name: String?
    if let dual = objects.first(where: {
      $0[0].text == "thermostatsetpoint:dualsetpoint" && $0.count > 3
    }) {
      name = Self.trimmed(dual[1].text, "thermostat")
      for (side, reference) in [(Sides.heat, dual[2]), (.cool, dual[3])] {
        let wanted = reference.text.lowercased()
        guard let schedule = compact.first(where: { $0[1].text.lowercased() == wanted }) else {
          throw text.fault(
            at: reference.offset, "there is no Schedule:Compact \(reference.text.quoted())")
        }
        try Self.read(schedule, side, into: &programs, text)
      }
    } else {
      guard compact.count == 1, let side = options.program, side != .both else {
        throw text.fault(
          at: nil,
          "there is no ThermostatSetpoint:DualSetpoint; a file with a single "
            + "Schedule:Compact needs --program heat or cool")
      }
      try Self.read(compact[0], side, into: &programs, text)
    }
    var assembly = WeekAssembly(text, options)
    let schedule = try assembly.schedule(from: programs)
    return ImportOutput(schedule: schedule, name: name, warnings: text.warnings)
  }

  private static func trimmed(_ name: String, _ word: String) -> String? {
    guard name.lowercased().hasSuffix(" " + word) else { return nil }
    return String(name.dropLast(word.count + 1))
  }

  // MARK: Objects

  /// The objects of an IDF: fields end with a comma, objects with a semicolon, comments with the
  /// line. The first field, the class, is in lower case.
  private static func idf(_ text: DeviceText) throws(ImportRefusal) -> [[IDFField]] {
    var objects: [[IDFField]] = []
    var fields: [IDFField] = []
    var field: [UInt8] = []
    var start: Int?
    var inComment = false
    for (offset, byte) in text.bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"): inComment = false
      case _ where inComment: continue
      case UInt8(ascii: "!"): inComment = true
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        while let last = field.last, last <= 0x20 { field.removeLast() }
        let string = String(decoding: field, as: UTF8.self)
        fields.append(
          IDFField(text: fields.isEmpty ? string.lowercased() : string, offset: start ?? offset))
        (field, start) = ([], nil)
        if byte == UInt8(ascii: ";") {
          objects.append(fields)
          fields = []
        }
      default:
        if byte > 0x20 && start == nil { start = offset }
        if start != nil { field.append(byte) }
      }
    }
    if let open = fields.first {
      throw text.fault(at: open.offset, "the object that begins here does not end with a semicolon")
    }
    return objects
  }

  /// The objects of an epJSON as an IDF would have them.
  private static func epJSON(_ text: DeviceText) throws(ImportRefusal) -> [[IDFField]] {
    let document = try text.json()
    var objects: [[IDFField]] = []
    for (name, object) in try document["Schedule:Compact"]?.object() ?? [] {
      var fields = ["schedule:compact", name, ""].map { IDFField(text: $0, offset: object.offset) }
      for element in try object.member("data").array() {
        let field = try element.member("field")
        var value = field.node.number.map { "\($0)" }
        if value == nil { value = try field.string() }
        fields.append(IDFField(text: value ?? "", offset: field.offset))
      }
      objects.append(fields)
    }
    for (name, object) in try document["ThermostatSetpoint:DualSetpoint"]?.object() ?? [] {
      var fields = ["thermostatsetpoint:dualsetpoint", name].map {
        IDFField(text: $0, offset: object.offset)
      }
      for side in ["heating", "cooling"] {
        let reference = try object.member("\(side)_setpoint_temperature_schedule_name")
        fields.append(IDFField(text: try reference.string(), offset: reference.offset))
      }
      objects.append(fields)
    }
    return objects
  }

  // MARK: Schedule:Compact

  private static func read(
    _ object: [IDFField], _ side: Sides, into programs: inout SidePrograms, _ text: DeviceText
  ) throws(ImportRefusal) {
    var reader = CompactReader(object, side == .heat ? .heat : .cool, in: text)
    for (day, points) in try reader.days() {
      try programs.add(points, of: side, for: day, in: text)
    }
  }
}

/// Reads the fields of a Schedule:Compact that has one `Through: 12/31`.
private struct CompactReader {
  private let fields: ArraySlice<IDFField>
  private let side: Field
  private let text: DeviceText
  private var found: [Weekday: [Switchpoint]] = [:]
  private var current: [Weekday] = []
  private var points: [Switchpoint] = []
  private var blockStart = 0

  init(_ object: [IDFField], _ side: Field, in text: DeviceText) {
    fields = object.dropFirst(3)
    self.side = side
    self.text = text
  }

  mutating func days() throws(ImportRefusal) -> [(Weekday, [Switchpoint])] {
    var isOpen = false
    var until: Int?
    for field in fields {
      let words = field.text.lowercased().split { $0 == " " || $0 == ":" || $0 == "," }
      switch words.first ?? "" {
      case "through":
        guard words.dropFirst().first == "12/31", !isOpen else {
          throw text.fault(at: field.offset, "only a single Through: 12/31 can be read")
        }
        isOpen = true
      case "interpolate":
        guard words.last == "no" else {
          throw text.fault(at: field.offset, "an interpolated schedule has no switch times")
        }
      case "for":
        try close(field)
        try open(words.dropFirst(), field)
      case "until":
        until = try end(of: words, field)
      default:
        guard let time = until else {
          throw text.fault(at: field.offset, "\(field.text.quoted()) has no place here")
        }
        try add(field, until: time)
        until = nil
      }
    }
    try close(fields.last)
    return found.sorted { $0.key < $1.key }
  }

  private mutating func open(
    _ words: ArraySlice<Substring>, _ field: IDFField
  ) throws(ImportRefusal) {
    var days: [Weekday] = []
    for word in words {
      switch word {
      case "alldays": days += Weekday.allCases
      case "weekdays": days += Weekday.allCases.filter { !$0.isWeekend }
      case "weekends": days += Weekday.allCases.filter(\.isWeekend)
      case "allotherdays": days += Weekday.allCases.filter { found[$0] == nil }
      case "holidays", "summerdesignday", "winterdesignday", "customday1", "customday2": continue
      default:
        guard let day = Weekday.allCases.first(where: { $0.name == word }) else {
          throw text.fault(at: field.offset, "\(String(word).quoted()) is not a day")
        }
        days.append(day)
      }
    }
    for day in days where found[day] != nil {
      throw text.fault(at: field.offset, "\(day.name) appears twice")
    }
    (current, points, blockStart) = (days, [], 0)
  }

  private func end(of words: [Substring], _ field: IDFField) throws(ImportRefusal) -> Int {
    let parts = words.dropFirst().compactMap { UInt16($0) }.map { Int($0) }
    guard words.count == 3, parts.count == 2, parts[1] < 60 else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) is not Until: HH:MM")
    }
    let minutes = parts[0] * 60 + parts[1]
    guard minutes <= 1440, minutes > blockStart else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) does not come after the last")
    }
    return minutes
  }

  private mutating func add(_ field: IDFField, until end: Int) throws(ImportRefusal) {
    guard let value = NumberText.hundredths(field.text) else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) is not a temperature")
    }
    var point = Switchpoint(minutes: blockStart, offset: field.offset)
    point[side] = value
    points.append(point)
    blockStart = end
  }

  private mutating func close(_ field: IDFField?) throws(ImportRefusal) {
    guard !current.isEmpty else { return }
    guard blockStart == 1440 else {
      throw text.fault(at: field?.offset, "the blocks before this do not end with Until: 24:00")
    }
    for day in current { found[day] = points }
    current = []
  }
}
