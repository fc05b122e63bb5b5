import CCurl
import CLibrary
import CMosquitto
import Diagnostics
import JSONText

/// The program `setpoint-link`: lines of JSON from standard input, lines of JSON to standard output.
public enum LinkProgram {
  private static let help = """
    setpoint-link speaks with thermostats for setpoint pull, push and drift, which start it.

    usage: setpoint-link [--help | --version]

    It reads one JSON object a line from standard input and answers in the same way:

      {"do": "describe", "link": "radiotherm://192.0.2.7"}

    "do" is describe, read, plan or write; plan and write have a "program" too, the text that
    setpoint export prints. The manual page and docs/device-links.md say more.

    """

  /// Runs until the input ends, or until nobody reads the answers.
  public static func main() {
    occupyClosedDescriptors()
    let arguments = CommandLine.names.dropFirst()
    switch arguments.first {
    case nil: break
    case "--help", "-h": end(0, help, to: 1)
    case "--version": end(0, "setpoint-link \(version)\n", to: 1)
    default:
      end(64, "setpoint-link: takes no arguments but --help and --version\n", to: 2)
    }
    if isatty(0) == 1 { end(64, help, to: 2) }
    // A connection that breaks, or a reader who went away, is an error that is told, or an end.
    signal(SIGPIPE, SIG_IGN)
    boundMemory()
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    mosquitto_lib_init()
    let session = LinkSession(tell: print)
    print(LinkSession.greeting)
    var input = LineInput(file: 0, limit: JSONLimits.size)
    while let line = input.next() {
      guard let line = line.bytes else {
        print(LinkSession.tooLong)
        exit(1)
      }
      session.answer(line)
    }
  }

  /// The version of the program, and of the libraries that it found.
  private static var version: String {
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    mosquitto_lib_version(&major, &minor, &revision)
    let curl = String(cString: curl_version()).printable.prefix { $0 != " " }
    return "1 (\(curl), libmosquitto/\(major).\(minor).\(revision))"
  }

  /// Writes a line; ends the program when nobody reads it.
  private static func print(_ line: JSONValue) {
    if !write(line.text() + "\n", to: 1) { exit(0) }
  }

  private static func end(_ status: Int32, _ text: String, to file: Int32) -> Never {
    exit(write(text, to: file) ? status : 74)
  }

  private static func write(_ text: String, to file: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { CLibrary.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  /// Opens what a careless parent closed, so that no connection becomes standard output.
  private static func occupyClosedDescriptors() {
    while case let file = open("/dev/null", O_RDWR), (0...2).contains(file) {}
  }

  /// However much a device sends, and whatever a library keeps of it.
  private static func boundMemory() {
    #if os(Linux)
      var limit = rlimit(rlim_cur: 128 << 20, rlim_max: 128 << 20)
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_DATA.rawValue)), &limit)
    #endif
  }
}
