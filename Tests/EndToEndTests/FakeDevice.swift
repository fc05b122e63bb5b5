import CLibrary
import TestSupport

/// Devices reached by a program in place of `setpoint-link`, and a folder to run commands in.
///
/// A device is a folder: its program, and in `mode` its fault (fixtures/cli/links/fake-link).
final class FakeDevice {
  let folder = TemporaryFolder()
  /// The address of the device, and the options that it needs.
  let link: String

  /// Makes `home.json`, and a device that holds it: a thermostat, or a valve whose bridge repeats what it was
  /// asked for.
  init(isValve: Bool = false) throws {
    link = isValve ? "'mqtt://h/z/x?kind=sonoff-trvzb' --drop-cool" : "radiotherm://h"
    let format =
      isValve
      ? "zigbee2mqtt fake --device=sonoff-trvzb\\ --drop-cool" : "radiotherm fake --program=both"
    let made = try run(
      """
      mkdir fake; setpoint new home.json --unit \(isValve ? "C" : "F")
      hold() { setpoint export home.json --to $1 $3 2>/dev/null | sed 's/"/\\\\"/g' | awk '{printf "%s\\\\n", $0}' >$2/program; }
      hold \(format); cp fake/program first
      """)
    guard made.status == 0 else { throw SystemCallError("sh", number: Int32(made.status)) }
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
  func become(_ mode: String?) throws {
    _ = try run(mode.map { "printf '%s' '\($0)' >fake/mode" } ?? "rm -f fake/mode")
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
