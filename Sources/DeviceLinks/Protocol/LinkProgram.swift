import CCurl
import CLibrary
import CMosquitto
import Diagnostics
import JSONText
import LinkProtocol

/// The program `setpoint-link`: one request on its command line, one answer on standard output.
public enum LinkProgram {
  private static let help = """
    setpoint-link talks to devices. setpoint pull, push and drift start it.

    usage: setpoint-link read ADDRESS [SECONDS]
           setpoint-link write ADDRESS [SECONDS [DIGEST]] <PROGRAM
           setpoint-link plan ADDRESS [SECONDS] <PROGRAM
           setpoint-link --help | --version

    PROGRAM is the output of setpoint export; SECONDS is the wait for a reply (30);
    DIGEST is that of the program to replace.
    Prints a JSON object, and progress on standard error. See setpoint-link(1).

    """

  /// Carries out the request of the command line.
  public static func main() {
    // Open descriptors 0 to 2 if they are closed, so that no connection becomes standard output.
    while case let file = open("/dev/null", O_RDWR), (0...2).contains(file) {}
    let words = Array(CommandLine.names.dropFirst())
    switch words.first {
    case "--help", "-h": end(0, help, to: 1)
    case "--version": end(0, "setpoint-link \(version)\n", to: 1)
    default: break
    }
    guard (2...4).contains(words.count),
      let action = words.first.flatMap(LinkAction.init(rawValue:)),
      let waits = words.count == 2 ? Waits() : Waits(seconds: words[2])
    else { end(64, help, to: 2) }
    let address = words[1]
    // Report a closed connection or pipe as an error.
    signal(SIGPIPE, SIG_IGN)
    #if os(Linux)
      // A write holds the device's lock until it ends between two requests.
      if action != .write {
        end_with_parent()
        if !isHeard() { exit(0) }
      }
      // Bound the memory, whatever a device sends and a library keeps.
      var limit = rlimit(rlim_cur: 128 << 20, rlim_max: 128 << 20)
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_DATA.rawValue)), &limit)
    #endif
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    mosquitto_lib_init()
    let conversation = Conversation(waits, isHeard: isHeard) { _ = write($0 + "\n", to: 2) }
    var program = ""
    if action != .read {
      do throws(LinkFailure) {
        program = try contents(
          of: 0, named: "the program", upTo: JSONLimits.size, JSONLimits.sizeText)
      } catch {
        end(65, "setpoint-link: \(error.message)\n", to: 2)
      }
    }
    if words.count == 4 { conversation.replaced = words[3] }
    let answer = conversation.answer(action, address, program: program)
    end(0, answer.json.text() + "\n", to: 1)
  }

  /// The version of the protocol and of the libraries.
  private static var version: String {
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    mosquitto_lib_version(&major, &minor, &revision)
    let curl = String(cString: curl_version()).printable.prefix { $0 != " " }
    return "\(LinkAnswer.version) (\(curl), libmosquitto/\(major).\(minor).\(revision))"
  }

  /// Whether the pipe for the answer is still open: only `setpoint` has the other end, which closes when it ends.
  private static func isHeard() -> Bool {
    var output = pollfd(fd: 1, events: 0, revents: 0)
    return poll(&output, 1, 0) <= 0 || Int32(output.revents) & (POLLERR | POLLHUP) == 0
  }

  private static func end(_ status: Int32, _ text: String, to file: Int32) -> Never {
    exit(write(text, to: file) ? status : 74)
  }

  private static func write(_ text: String, to file: Int32) -> Bool {
    Array(text.utf8).withUnsafeBytes { writeAll($0, to: file) } == 0
  }
}
