// Runs a command and writes the most memory that it had at a time, in bytes, to the file that the
// first argument names; ends with the command's status.
//
// The tests cannot ask for this themselves: Linux counts the memory of a process that starts another
// one as the other's, and that of the tests is large.

import CLibrary

let arguments = CommandLine.arguments
guard arguments.count > 2 else { exit(64) }
var id: pid_t = 0
let words: [UnsafeMutablePointer<CChar>?] = arguments.dropFirst(2).map { strdup($0) } + [nil]
guard posix_spawnp(&id, arguments[2], nil, nil, words, environ) == 0 else { exit(127) }
var status: Int32 = 0
var usage = rusage()
while wait4(id, &status, 0, &usage) < 0 && errno == EINTR {}
#if os(Linux)
  let peak = usage.ru_maxrss * 1024
#else
  let peak = usage.ru_maxrss
#endif
guard let file = fopen(arguments[1], "w") else { exit(73) }
fputs("\(peak)\n", file)
fclose(file)
exit(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
