import CLibrary

// Measures setpoint, or what keys cost in any program on a terminal of 80x24.

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  if arguments.first == "--keys", let separator = arguments.firstIndex(of: "--"),
    separator + 1 < arguments.count
  {
    try measure(
      groups: arguments[1..<separator].map { KeyNotation.bytes($0) },
      program: arguments[separator + 1], arguments: Array(arguments[(separator + 2)...]))
  } else if arguments.count == 1, arguments[0] != "--keys" {
    try Report(measuring: arguments[0]).write()
  } else {
    print(
      """
      usage: setpoint-bench SETPOINT                               measure that binary
             setpoint-bench --keys KEYS... -- PROGRAM [ARGUMENT...]
                 what each group of keys costs (keys: text, \\e \\t \\r ^X)
      """)
    exit(64)
  }
} catch {
  print("setpoint-bench: \(error)")
  exit(1)
}
