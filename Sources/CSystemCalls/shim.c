#include "CSystemCalls.h"

#include <stdint.h>

// A number that the linker is told (Makefile), so that another commit compiles nothing anew.
#ifdef __linux__
extern const char setpoint_commit[] __attribute__((weak));
unsigned long long made_from_commit(void) { return (uintptr_t)setpoint_commit; }
#else
unsigned long long made_from_commit(void) { return 0; }
#endif
