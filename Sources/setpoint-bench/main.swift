import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Runs a program in a pseudo-terminal of 80x24 and prints what each group of keys costs.

let arguments = CommandLine.arguments.dropFirst()
guard let separator = arguments.firstIndex(of: "--"), separator + 1 < arguments.endIndex else {
  print("usage: setpoint-bench KEYS... -- PROGRAM [ARGUMENT...]   (keys: text, \\e \\t \\r ^X)")
  exit(64)
}

let program = arguments[separator + 1]
do {
  try measure(
    groups: arguments[..<separator].map { KeyNotation.bytes($0) },
    program: program, arguments: Array(arguments[(separator + 2)...]))
} catch {
  print("setpoint-bench: \(error)")
  exit(1)
}
