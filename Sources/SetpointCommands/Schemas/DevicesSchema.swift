import JSONText

/// The JSON Schema of `.setpoint-devices.json`. What it rejects, the reader rejects.
enum DevicesSchema {
  private typealias Parts = SchemaParts

  static let json = Parts.object(
    [
      Parts.schemaMember,
      ("devices", Parts.array(of: device, count: 1...DeviceList.most, "The devices.")),
    ], optional: [JSONReader.schemaMember])

  private static let device = Parts.object(
    [
      ("name", line("How tables and messages call the device; no two alike.")),
      (
        "link",
        Parts.text(
          matching: "^[^@]+://[^@]+$",
          "The way to the device, such as radiotherm://HOST; no password, no token.")
      ),
      ("file", line("The schedule file, from the folder of this file.")),
      (
        "schedule",
        Parts.type("string", description: "The schedule's name; the first of the file without.")
      ),
    ], optional: ["schedule"])

  private static func line(_ description: String) -> JSONValue {
    Parts.text(matching: "^[^\\u0000-\\u001F\\u007F-\\u009F]+$", description)
  }
}
