// Parses every line of a file with simdjson's DOM on some threads, and does nothing else.
//
// usage: parse_lines_simdjson FILE THREADS

#include <fcntl.h>
#include <simdjson.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

// Each thread reads ranges of the file by itself, as large as those of setpoint, into memory of its own.
static const size_t range = 256 << 10;
static std::atomic<size_t> next_range{0};

static void parse_ranges(int file, size_t length) {
  simdjson::dom::parser parser;
  // A line that begins in the range is read to its end.
  std::vector<char> text(range + (4 << 20) + simdjson::SIMDJSON_PADDING);
  for (;;) {
    const size_t start = next_range.fetch_add(range);
    if (start >= length) return;
    const size_t behind = 64 << 10;
    ssize_t got = pread(file, text.data(), range + behind, (off_t)start);
    if (got < 0) exit(74);
    size_t place = 0;
    if (start > 0) {
      char before;
      if (pread(file, &before, 1, (off_t)start - 1) != 1) exit(74);
      if (before != '\n') {
        const char *end = (const char *)memchr(text.data(), '\n', (size_t)got);
        if (!end) continue;
        place = (size_t)(end - text.data()) + 1;
      }
    }
    while (place < (size_t)got && place < range) {
      const char *end = (const char *)memchr(text.data() + place, '\n', (size_t)got - place);
      const size_t count = end ? (size_t)(end - text.data()) - place : (size_t)got - place;
      simdjson::dom::element value;
      if (parser.parse(text.data() + place, count, false).get(value)) exit(1);
      place += count + 1;
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  const int file = open(argv[1], O_RDONLY);
  struct stat status;
  const long threads = atol(argv[2]);
  if (file < 0 || fstat(file, &status) != 0 || threads < 1 || threads > 64) return 66;
  std::vector<std::thread> running;
  for (long thread = 0; thread < threads; thread++)
    running.emplace_back(parse_ranges, file, (size_t)status.st_size);
  for (auto &thread : running) thread.join();
  return 0;
}
