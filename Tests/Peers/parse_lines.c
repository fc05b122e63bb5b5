/* Parses every line of a file with jansson on some threads, and does nothing else: the least that a
   checker built on jansson can take.

   usage: parse_lines FILE THREADS */

#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static const char *text;
static size_t length;
static long threads;

static void *parse_part(void *argument) {
  long part = (long)argument;
  size_t start = length * part / threads;
  size_t end = length * (part + 1) / threads;
  while (start > 0 && start < length && text[start - 1] != '\n') start++;
  while (start < end) {
    const char *found = memchr(text + start, '\n', length - start);
    size_t count = found ? (size_t)(found - (text + start)) : length - start;
    json_error_t error;
    json_t *value = json_loadb(text + start, count, JSON_REJECT_DUPLICATES, &error);
    if (!value) exit(1);
    json_decref(value);
    start += count + 1;
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  threads = atol(argv[2]);
  int file = open(argv[1], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 || threads < 1 || threads > 64) return 66;
  length = (size_t)status.st_size;
  text = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
  if (text == MAP_FAILED) return 74;
  json_object_seed(0);
  pthread_t running[64];
  for (long part = 0; part < threads; part++)
    pthread_create(&running[part], NULL, parse_part, (void *)part);
  for (long part = 0; part < threads; part++) pthread_join(running[part], NULL);
  return 0;
}
