// Parts of <fcntl.h>, <sys/xattr.h> and, on macOS, <libproc.h> that the importer's C library module lacks.
#include <fcntl.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/xattr.h>
// The first seven digits of the commit of this build; 0 if unknown.
unsigned long long made_from_commit(void);
// Exchanges the names of two files atomically; -1 with ENOSYS if the system does not support it.
int names_exchange(const char *first, const char *second);
// Whether reading standard input failed, as opposed to its end.
static inline int standard_input_failed(void) { return ferror(stdin); }
#ifdef __linux__
#include <malloc.h>
#include <signal.h>
#include <sys/prctl.h>
// Kills this process when the thread that started it ends (prctl is variadic).
static inline void end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }
// <fcntl.h> defines these numbers only for GNU programs.
static const int file_lock_try = 37;  // F_OFD_SETLK
static inline int pipe_size_set(int file, int size) { return fcntl(file, 1031, size); }  // F_SETPIPE_SZ
static const int lease_set = 1024;  // F_SETLEASE
static const int lease_get = 1025;  // F_GETLEASE
static const int lease_signal_set = 10;  // F_SETSIG
#define ONLY_ON_MACOS(...)
#else
#include <libproc.h>
static const int file_lock_try = 90;  // F_OFD_SETLK
static inline int pipe_size_set(int file, int size) { return -1; }
#define ONLY_ON_MACOS(...) , __VA_ARGS__
#endif
static inline ssize_t attribute_names(int file, char *names, size_t size) {
  return flistxattr(file, names, size ONLY_ON_MACOS(0));
}
static inline ssize_t attribute_value(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size ONLY_ON_MACOS(0, 0));
}
static inline int attribute_set(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0 ONLY_ON_MACOS(0));
}
static inline int attribute_remove(int file, const char *name) {
  return fremovexattr(file, name ONLY_ON_MACOS(0));
}
// Keeps up to 2 MiB of free memory per thread: each part of a stream needs about as much as the one before.
static inline void memory_keep(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}
// Returns free memory to the system: glibc would keep it for the thread that used it.
static inline void memory_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
