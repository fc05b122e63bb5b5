import CLibrary
import TestSupport

/// Devices reached by a program in place of `setpoint-link`, and a folder to run commands in.
///
/// A device is a folder: its program, and in `mode` its fault (fixtures/cli/links/fake-link).
final class FakeDevice {
  let folder = TemporaryFolder()
  /// The address of the device, and the options that it needs.
  let link: String

  /// What a folder has at first, made once for each kind of device: `home.json`, and the program that holds it.
  private struct Beginning {
    let document: [UInt8]
    let program: [UInt8]

    init(_ options: String, export: String) throws {
      let folder = TemporaryFolder()
      let made = try ShellCommand(
        """
        setpoint new home.json \(options) || exit 1
        setpoint export home.json \(export) 2>/dev/null | sed 's/"/\\\\"/g' | awk '{printf "%s\\\\n", $0}' >program
        """, in: folder.path)
      let files = ["home.json", "program"].map { WholeFile.bytes(folder.path($0)) ?? [] }
      guard made.status == 0, !files.contains([]) else {
        throw SystemCallError("sh", number: Int32(made.status))
      }
      (document, program) = (files[0], files[1])
    }

    static let thermostat = Result {
      try Beginning("--unit F", export: "--to radiotherm --program=both")
    }
    static let valve = Result {
      try Beginning("--unit C", export: "--to zigbee2mqtt --device=sonoff-trvzb --drop-cool")
    }
  }

  /// Makes `home.json`, and a device that holds it: a thermostat, or a valve whose bridge repeats what it was
  /// asked for.
  init(isValve: Bool = false) throws {
    link = isValve ? "'mqtt://h/z/x?kind=sonoff-trvzb' --drop-cool" : "radiotherm://h"
    let beginning = try (isValve ? Beginning.valve : Beginning.thermostat).get()
    guard mkdir(folder.path("fake"), 0o777) == 0 else {
      throw SystemCallError("mkdir", number: errno)
    }
    WholeFile.write(beginning.document, folder.path("home.json"))
    for name in ["first", "fake/program"] { WholeFile.write(beginning.program, folder.path(name)) }
  }

  /// The environment in which `setpoint` meets the devices.
  var environment: [String] {
    [
      "SETPOINT_LINK=\(Fixtures.path("cli/links/fake-link"))", "FAKE=\(folder.path("fake"))",
      "XDG_STATE_HOME=\(folder.path("state"))",
    ]
  }

  /// Runs a script beside `home.json`.
  func run(_ script: String) throws -> ShellCommand {
    try ShellCommand(script, in: folder.path, environment: environment)
  }

  /// Starts `setpoint` on a pseudo-terminal, where it can ask a person.
  func onTerminal(_ arguments: [String], columns: Int = 80) throws -> ProgramOnPTY {
    let variables = environment.map { $0.split(separator: "=", maxSplits: 1) }
    return try ProgramOnPTY(
      BuiltProduct.path("setpoint"), arguments,
      environment: Dictionary(
        uniqueKeysWithValues: variables.map { (String($0[0]), String($0[1])) }), columns: columns)
  }

  /// The device's fault, if any.
  func become(_ mode: String?) {
    guard let mode else { return _ = unlink(folder.path("fake/mode")) }
    WholeFile.write(Array(mode.utf8), folder.path("fake/mode"))
  }

  /// What the device holds.
  var program: [UInt8]? { WholeFile.bytes(folder.path("fake/program")) }
  /// What it held at the beginning.
  var first: [UInt8]? { WholeFile.bytes(folder.path("first")) }
  /// What was asked of it.
  var requests: String {
    String(decoding: WholeFile.bytes(folder.path("fake/requests")) ?? [], as: UTF8.self)
  }

}
