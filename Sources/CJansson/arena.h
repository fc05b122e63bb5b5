#ifndef SETPOINT_CJANSSON_ARENA_H
#define SETPOINT_CJANSSON_ARENA_H

#include <jansson.h>
#include <stdlib.h>
#ifdef __linux__
#include <malloc.h>
#endif

/* Memory for one parsed tree, given back as a whole: jansson allocates some 600 pieces for a file of
   2 KB and frees them one by one, which takes a quarter of its time. While a thread parses into an
   arena, everything jansson allocates there comes from it and nothing is freed; at all other times
   malloc and free are used. A tree in an arena must not be changed or passed to json_decref. */

struct setpoint_arena_block {
  struct setpoint_arena_block *previous;
  size_t size;
};

struct setpoint_arena {
  struct setpoint_arena_block *last;
  char *next;
  char *end;
};

/* The arena that this thread parses into. In a function, since Swift's importer leaves variables of
   a header undefined. */
static inline struct setpoint_arena **setpoint_arena_in_use(void) {
  static _Thread_local struct setpoint_arena *arena;
  return &arena;
}

static inline void *setpoint_arena_grow(struct setpoint_arena *arena, size_t size) {
  const size_t header = sizeof(struct setpoint_arena_block);
  size_t wanted = arena->last ? arena->last->size * 2 : (size_t)32 << 10;
  if (wanted > (size_t)1 << 20) wanted = (size_t)1 << 20;
  if (wanted < size + header) wanted = size + header;
  struct setpoint_arena_block *block = (struct setpoint_arena_block *)malloc(wanted);
  if (!block) return NULL;
  block->previous = arena->last;
  block->size = wanted;
  arena->last = block;
  arena->next = (char *)block + header + size;
  arena->end = (char *)block + wanted;
  return (char *)block + header;
}

static inline void *setpoint_arena_malloc(size_t size) {
  struct setpoint_arena *arena = *setpoint_arena_in_use();
  if (!arena) return malloc(size);
  if (size > (size_t)-1 / 2) return NULL;
  size = (size + 15) & ~(size_t)15;
  if ((size_t)(arena->end - arena->next) < size) return setpoint_arena_grow(arena, size);
  char *place = arena->next;
  arena->next += size;
  return place;
}

static inline void setpoint_arena_free(void *place) {
  if (!*setpoint_arena_in_use()) free(place);
}

/* Call once, before the first arena; trees made before it stay valid. */
static inline void setpoint_arena_install(void) {
  json_set_alloc_funcs(setpoint_arena_malloc, setpoint_arena_free);
}

/* Makes an empty arena; it stands in its own first block. */
static inline struct setpoint_arena *setpoint_arena_create(void) {
  struct setpoint_arena building = {NULL, NULL, NULL};
  struct setpoint_arena *arena =
      (struct setpoint_arena *)setpoint_arena_grow(&building, sizeof building);
  if (arena) *arena = building;
  return arena;
}

/* Parses into an arena; NULL when the text is not accepted. What was made of it until then stays in
   the arena. */
static inline json_t *setpoint_arena_parse(
    struct setpoint_arena *arena, const char *text, size_t length, size_t flags,
    json_error_t *error) {
  *setpoint_arena_in_use() = arena;
  json_t *root = json_loadb(text, length, flags, error);
  *setpoint_arena_in_use() = NULL;
  return root;
}

/* Puts `values` in the places of the values of an object or array, or of a shallow copy of it in an
   arena; NULL when they are not as many. Values in arenas are not counted, so that they may be in
   several trees. */
static inline json_t *setpoint_arena_fill(
    struct setpoint_arena *arena, json_t *shape, int copies, json_t *const *values, size_t count) {
  const int is_object = json_is_object(shape);
  if ((is_object ? json_object_size(shape) : json_array_size(shape)) != count) return NULL;
  *setpoint_arena_in_use() = arena;
  if (copies) shape = json_copy(shape);
  if (shape && is_object) {
    void *member = json_object_iter(shape);
    for (size_t index = 0; index < count && member; index++) {
      json_object_iter_set_new(shape, member, values[index]);
      member = json_object_iter_next(shape, member);
    }
  } else if (shape) {
    for (size_t index = 0; index < count; index++) json_array_set_new(shape, index, values[index]);
  }
  *setpoint_arena_in_use() = NULL;
  return shape;
}

/* Takes memory from an arena; NULL when there is none left. */
static inline void *setpoint_arena_take(struct setpoint_arena *arena, size_t size) {
  *setpoint_arena_in_use() = arena;
  void *place = setpoint_arena_malloc(size);
  *setpoint_arena_in_use() = NULL;
  return place;
}

/* Gives the system back what is free: glibc would keep what a thread had, for that thread. */
static inline void setpoint_memory_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/* Gives back an arena and all trees in it. */
static inline void setpoint_arena_destroy(struct setpoint_arena *arena) {
  struct setpoint_arena_block *block = arena->last;
  while (block) {
    struct setpoint_arena_block *previous = block->previous;
    free(block);
    block = previous;
  }
}

#endif
