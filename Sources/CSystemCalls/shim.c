#ifdef __linux__
#define _GNU_SOURCE  // syscall
#endif
#include "CSystemCalls.h"

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

int names_exchange(const char *first, const char *second) {
#ifdef __linux__
  // musl has the function only since 1.2.6.
  return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2u);  // RENAME_EXCHANGE
#else
  return renamex_np(first, second, RENAME_SWAP);
#endif
}

// A number set by the linker (Makefile), so that a new commit does not recompile anything.
#ifdef __linux__
extern const char setpoint_commit[] __attribute__((weak));
unsigned long long made_from_commit(void) { return (uintptr_t)setpoint_commit; }
#else
unsigned long long made_from_commit(void) { return 0; }
#endif
