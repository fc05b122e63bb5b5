// The wide-character functions are declared only when this is set before <ncurses.h>.
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <term.h>

#include <langinfo.h>
#include <locale.h>
#include <wchar.h>

// A mutable C global, which Swift 6 refuses to import.
static inline WINDOW *curses_standard_window(void) { return stdscr; }

// A mutable C global behind a macro; needed to free what setupterm() allocated.
static inline TERMINAL *curses_current_terminal(void) { return cur_term; }

// COLORS is a mutable C global.
static inline int curses_color_count(void) { return COLORS; }

// The A_ constants are casting macros, which the importer cannot evaluate.
static const attr_t curses_normal = A_NORMAL;
static const attr_t curses_bold = A_BOLD;
static const attr_t curses_reverse = A_REVERSE;
static const attr_t curses_underline = A_UNDERLINE;

// "Absent" and "not a string capability" are two invalid pointers, which Swift cannot compare.
static inline const char *curses_string_capability(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

// <wchar.h> declares wcwidth() for X/Open programs only, which the importer's modules are not.
extern int wcwidth(wchar_t character);

// Only the extended function takes the numbers of true colours; it is not in every ncurses.
static inline int curses_init_pair(int pair, int foreground, int background) {
#ifdef NCURSES_EXT_COLORS
  return init_extended_pair(pair, foreground, background);
#else
  return init_pair((short)pair, (short)foreground, (short)background);
#endif
}

#ifdef __linux__
// Declared for GNU programs only, which the importer's modules are not.
extern int memfd_create(const char *name, unsigned int flags);
#endif

// A file without a name, -1 where there can be none; a variadic call on Linux, a macro elsewhere.
static inline int curses_nameless_file(void) {
#ifdef __linux__
  return memfd_create("curses", 1 /* MFD_CLOEXEC */);
#else
  return -1;
#endif
}
