// The wide library, which Swift links, declares itself as such only when this is set.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

#include <wchar.h>

// Returns the description of a terminal type; NULL if the database has none. TERMINAL may be opaque, and
// cur_term, a mutable C global behind a macro, cannot be imported by Swift 6.
static inline void *terminfo_open(const char *type, int output) {
  int status = 0;
  return setupterm((char *)type, output, &status) == OK ? cur_term : NULL;
}

static inline void terminfo_use(void *description) { set_curterm((TERMINAL *)description); }

static inline void terminfo_close(void *description) { del_curterm((TERMINAL *)description); }

// "Absent" and "not a string capability" are two invalid pointers, which Swift cannot compare.
static inline const char *terminfo_string(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

// Variadic functions are not imported.
static inline const char *terminfo_expand(const char *format, int first, int second) {
  return tiparm((char *)format, first, second);
}

// <wchar.h> declares wcwidth() for X/Open programs only, which the importer's modules are not.
extern int wcwidth(wchar_t character);
