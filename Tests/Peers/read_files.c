/* Opens and reads every file of a folder on some threads, and does nothing else: the least that a checker
   of files can take.

   usage: read_files FOLDER THREADS */

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int folder;
static char **names;
static size_t count;
static atomic_size_t next_name;

static void *read_some(void *unused) {
  char *text = malloc(4 << 20);
  size_t index;
  while ((index = atomic_fetch_add(&next_name, 1)) < count) {
    struct stat status;
    int file = openat(folder, names[index], O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0) exit(66);
    if (read(file, text, 4 << 20) < 0) exit(74);
    close(file);
  }
  free(text);
  return NULL;
}

static int compare(const void *first, const void *second) {
  return strcmp(*(char *const *)first, *(char *const *)second);
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  long threads = atol(argv[2]);
  DIR *entries = opendir(argv[1]);
  if (!entries || threads < 1 || threads > 64) return 66;
  folder = dirfd(entries);
  size_t room = 0;
  struct dirent *entry;
  while ((entry = readdir(entries))) {
    if (entry->d_name[0] == '.') continue;
    if (count == room) names = realloc(names, (room = room ? room * 2 : 1024) * sizeof *names);
    names[count++] = strdup(entry->d_name);
  }
  qsort(names, count, sizeof *names, compare);
  pthread_t running[64];
  for (long thread = 0; thread < threads; thread++)
    pthread_create(&running[thread], NULL, read_some, NULL);
  for (long thread = 0; thread < threads; thread++) pthread_join(running[thread], NULL);
  return 0;
}
