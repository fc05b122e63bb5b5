import TestSupport
import TestTraits
import Testing
import CLibrary

/// File systems that lack something: simulated by a library that is loaded first, and exFAT where it can be
/// mounted.
@Suite(.waits) struct OddFileSystemTests {
  private let folder = TemporaryFolder()

  /// A missing ability of a file system, and the message that is printed once.
  static let lacks: [(missing: String, told: String?)] = [
    ("locks", "its file system has no locks"), ("links", nil),
    ("modes owners", "its permissions could not be kept"),
    ("exchange", nil), ("locks links modes owners exchange", "its file system has no locks"),
  ]

  /// Everything that makes or writes a file.
  private static let script = """
    setpoint new a.json || exit 1
    chmod 644 a.json
    setpoint set a.json 114=64 || exit 2
    printf 'tue.wake.heat=66\\nsave-copy copy.json\\nw\\nq\\n' | setpoint edit --prompt a.json || exit 3
    setpoint export a.json --to csv -o a.csv || exit 4
    setpoint get a.json 114 104 || exit 5
    setpoint get copy.json 104 || exit 6
    setpoint validate --fix a.json || exit 7
    """
  private static let result = "tuesday.leave.heat\t64\ntuesday.wake.heat\t66\n66\n"

  @Test(
    "commands work on file systems with missing features", .enabled(if: Shim.works, Shim.need),
    arguments: lacks)
  func lacking(missing: String, told: String?) throws {
    try Shim.build(in: folder)
    // The shell's own files are not the point.
    let result = try ShellCommand(
      "mkdir d; cd d; export MISSING='\(missing)' LD_PRELOAD=$PWD/../shim.so\n" + Self.script,
      in: folder.path)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.hasSuffix(Self.result), "\(result.text)")
    if let told { #expect(result.errorText.contains(told), "\(result.errorText)") }
    let left = try ShellCommand("ls -A d", in: folder.path).text
    #expect(left == "a.csv\na.json\ncopy.json\n")
  }

  /// Dispatch waits for ever for a thread that it does not get.
  @Test("commands work if the system creates no more threads", .enabled(if: Shim.works, Shim.need))
  func withoutThreads() throws {
    try Shim.build(in: folder)
    let link = "radiotherm://127.0.0.1"
    let (first, second) = (RefusingPort(), RefusingPort())
    let result = try ShellCommand(
      """
      cat >script <<'END'
      \(Self.script)
      setpoint validate . && setpoint list . >/dev/null || exit 8
      setpoint drift a.json \(link):\(first.port); [ $? = 75 ] || exit 9
      printf '{"devices": [%s, %s]}' '{"name": "a", "link": "\(link):\(first.port)", "file": "a.json"}' \
        '{"name": "b", "link": "\(link):\(second.port)", "file": "a.json"}' >.setpoint-devices.json
      setpoint drift --all >/dev/null; [ $? = 75 ] || exit 10
      END
      mkdir d; cd d; MISSING=threads LD_PRELOAD=$PWD/../shim.so sh ../script
      """, in: folder.path)
    withExtendedLifetime((first, second)) {}
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.contains(Self.result), "\(result.text)")
  }

  @Test(
    "a file that is a mount point is written with --in-place", .enabled(if: Shim.works, Shim.need))
  func mounted() throws {
    try Shim.build(in: folder)
    let result = try ShellCommand(
      """
      setpoint new a.json; export MOUNTED=a.json LD_PRELOAD=$PWD/shim.so
      setpoint set a.json 114=64; echo $?
      setpoint set a.json 114=64 --in-place; echo $?; setpoint get a.json 114; rm -f shim.so; ls
      """, in: folder.path)
    #expect(result.text == "73\n0\n64\na.json\n", "\(result.text)")
    #expect(result.errorText.contains("--in-place writes into the file itself"))
  }

  @Test("commands work without a usable home folder", arguments: ["/dev/null", "", "relative"])
  func withoutHome(home: String) throws {
    let result = try ShellCommand(Self.script, in: folder.path, environment: ["HOME=\(home)"])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(folder.names == ["a.csv", "a.json", "copy.json"])
  }

  @Test("new folders belong to the user alone, whatever the umask")
  func folderModes() throws {
    let result = try ShellCommand(
      """
      mkdir -m 777 home; export HOME=$PWD/home; umask 000; setpoint new a.json
      ln -s nowhere .a.json.setpoint-journal
      echo tue.wake.heat=66 | setpoint edit --prompt a.json; stat -c %a home/.local home/.local/state
      """, in: folder.path)
    #expect(result.text.hasSuffix("700\n700\n"), "\(result.text) \(result.errorText)")
  }

  @Test("a pipe as settings file is refused at once") func pipeOfSettings() throws {
    let result = try ShellCommand(
      """
      mkdir -p c/setpoint; mkfifo c/setpoint/config.json; setpoint new a.json
      echo q | XDG_CONFIG_HOME=$PWD/c setpoint edit --prompt a.json; echo $?
      """, in: folder.path)
    #expect(result.text == "74\n", "\(result.errorText)")
  }

  @Test("an unreadable input is not the end of the input") func unreadableInput() throws {
    let result = try ShellCommand(
      "setpoint new a.json; setpoint edit --prompt a.json < . >/dev/null; echo $?", in: folder.path)
    #expect(result.text == "74\n")
    #expect(result.errorText == "setpoint: standard input: cannot read\n")
  }

  /// By a driver in its own process, since the kernel may have none.
  @Test(
    "every command works on exFAT",
    .enabled(if: ExFAT.isThere, "needs root, exfat-fuse, mkfs.exfat and the right to mount"))
  func exFAT() throws {
    try #require(try ExFAT.mount(in: folder))
    defer { ExFAT.unmount(in: folder) }
    let result = try ShellCommand("cd m\n" + Self.script + "\nls -A", in: folder.path)
    #expect(
      result.text.hasSuffix("a.csv\na.json\ncopy.json\n"), "\(result.text) \(result.errorText)")
    #expect(result.status == 0)
  }

}

/// The library that is loaded before others.
private enum Shim {
  static let need: Comment = "needs cc and a program that is not linked statically"

  static let works: Bool = {
    let folder = TemporaryFolder()
    return (try? build(in: folder)) != nil
  }()

  /// Makes shim.so.
  static func build(in folder: TemporaryFolder) throws {
    let result = try ShellCommand(
      """
      cc -shared -fPIC -o shim.so '\(Fixtures.root)/Tests/Shims/missing_calls.c' -ldl &&
        MISSING=links LD_PRELOAD=./shim.so ldd "$(command -v setpoint)" | grep -q shim.so
      """, in: folder.path)
    guard result.status == 0 else { throw SystemCallError("cc", number: Int32(result.status)) }
  }
}

/// A file system in a file.
private enum ExFAT {
  static let isThere: Bool = {
    let folder = TemporaryFolder()
    guard geteuid() == 0, (try? mount(in: folder)) == true else { return false }
    unmount(in: folder)
    return true
  }()

  /// Makes it the folder `m`; returns whether that worked.
  static func mount(in folder: TemporaryFolder) throws -> Bool {
    try ShellCommand(
      """
      truncate -s 16M image && mkfs.exfat image >/dev/null && mkdir m && loop=$(losetup -f --show image) || exit 1
      echo $loop > loop; mount.exfat-fuse $loop m >/dev/null 2>&1 || { losetup -d $loop; exit 1; }
      """, in: folder.path
    ).status == 0
  }

  static func unmount(in folder: TemporaryFolder) {
    _ = try? ShellCommand("umount m; losetup -d $(cat loop)", in: folder.path)
  }
}
