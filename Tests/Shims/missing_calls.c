// Takes from a program what its file system may not have; loaded before the C library (LD_PRELOAD).
//
// MISSING names what fails, by words: `locks` (of open files), `links`, `modes`, `owners`, `exchange` (of names), `threads`; with `whole-writes` a
// write takes 7 bytes at most, as a pipe, a quota or a signal may have it. MOUNTED is the
// name of a file that nothing replaces, as if it were mounted on its own.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_missing(const char *word) {
  const char *words = getenv("MISSING");
  return words && strstr(words, word) != NULL;
}

static int refuse(int number) {
  errno = number;
  return -1;
}

static int control(const char *name, int file, int command, void *argument) {
  // F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW
  if (command >= 36 && command <= 38 && is_missing("locks")) return refuse(ENOLCK);
  int (*next)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
  return next(file, command, argument);
}

int fcntl(int file, int command, ...) {
  va_list list;
  va_start(list, command);
  void *argument = va_arg(list, void *);
  va_end(list);
  return control("fcntl", file, command, argument);
}

int fcntl64(int file, int command, ...) {
  va_list list;
  va_start(list, command);
  void *argument = va_arg(list, void *);
  va_end(list);
  return control("fcntl64", file, command, argument);
}

int link(const char *old, const char *new) {
  if (is_missing("links")) return refuse(EPERM);
  return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "link"))(old, new);
}

int fchmod(int file, mode_t mode) {
  if (is_missing("modes")) return refuse(EPERM);
  return ((int (*)(int, mode_t))dlsym(RTLD_NEXT, "fchmod"))(file, mode);
}

int fchown(int file, uid_t owner, gid_t group) {
  if (is_missing("owners")) return refuse(EPERM);
  return ((int (*)(int, uid_t, gid_t))dlsym(RTLD_NEXT, "fchown"))(file, owner, group);
}

int rename(const char *old, const char *new) {
  const char *mounted = getenv("MOUNTED");
  const char *slash = strrchr(new, '/');
  if (mounted && strcmp(slash ? slash + 1 : new, mounted) == 0) return refuse(EBUSY);
  return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(old, new);
}

// The exchange of two names is a system call by number: musl and old C libraries have no function for it.
long syscall(long number, ...) {
  va_list list;
  long values[6];
  va_start(list, number);
  for (int index = 0; index < 6; index++) values[index] = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2) {
    const char *mounted = getenv("MOUNTED");
    const char *new = (const char *)values[3];
    const char *slash = strrchr(new, '/');
    if (mounted && strcmp(slash ? slash + 1 : new, mounted) == 0) return refuse(EBUSY);
    if (is_missing("exchange")) return refuse(EINVAL);
  }
  return ((long (*)(long, ...))dlsym(RTLD_NEXT, "syscall"))(
      number, values[0], values[1], values[2], values[3], values[4], values[5]);
}

static size_t piece(size_t size) { return is_missing("whole-writes") && size > 7 ? 7 : size; }

ssize_t write(int file, const void *bytes, size_t size) {
  return ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(file, bytes, piece(size));
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
  return ((ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64"))(file, bytes, piece(size), place);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
  return pwrite64(file, bytes, size, place);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *kind, void *(*body)(void *), void *argument) {
  if (is_missing("threads")) return EAGAIN;
  return ((int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create"))(
      thread, kind, body, argument);
}
