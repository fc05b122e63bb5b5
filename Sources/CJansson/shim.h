#ifndef SETPOINT_CJANSSON_SHIM_H
#define SETPOINT_CJANSSON_SHIM_H

#include <jansson.h>
#include <string.h>

#include "arena.h"

/* Function-like macros and bit expressions do not reach Swift. */

static inline json_type setpoint_json_type(const json_t *value) { return json_typeof(value); }

static const size_t setpoint_json_reject_duplicates = JSON_REJECT_DUPLICATES;
static const size_t setpoint_json_compact = JSON_COMPACT;
static const size_t setpoint_json_encode_any = JSON_ENCODE_ANY;
static const size_t setpoint_json_decode_any = JSON_DECODE_ANY;

static inline size_t setpoint_json_indent(size_t columns) { return JSON_INDENT(columns); }
static inline size_t setpoint_json_real_precision(size_t digits) {
  return JSON_REAL_PRECISION(digits);
}

/* Swift's memcmp would need Glibc, which the targets above must not see. */
static inline int setpoint_json_key_equals(
    const char *key, size_t length, const void *name, size_t name_length) {
  return length == name_length && memcmp(key, name, length) == 0;
}

static inline int setpoint_json_bytes_equal(const void *first, const void *second, size_t length) {
  return memcmp(first, second, length) == 0;
}

/* jansson 2.14 passes over a NUL byte behind a number or a word, as in [0<NUL>]. */
static inline int setpoint_json_has_nul(const char *text, size_t length) {
  return length > 0 && memchr(text, 0, length) != NULL;
}

/* The enum and the function share a name, and text is a tuple of 160 chars in Swift. */
static inline int setpoint_json_error_code(const json_error_t *error) {
  return (int)json_error_code(error);
}
static inline const char *setpoint_json_error_text(const json_error_t *error) {
  return error->text;
}

/* How often a byte stands in a text: from one to the next with memchr(), which looks at 32 bytes at a
   time, where a loop over a whole file would cost as much as all rules together. */
static inline size_t setpoint_json_occurrences(const char *text, size_t length, char byte) {
  size_t count = 0;
  const char *end = text + length;
  while (text < end && (text = (const char *)memchr(text, byte, (size_t)(end - text)))) {
    count++;
    text++;
  }
  return count;
}

/* How many colons stand in a short text. */
static inline size_t setpoint_json_colons(const char *text, size_t length) {
  size_t colons = 0;
  for (size_t index = 0; index < length; index++) colons += text[index] == ':';
  return colons;
}

/* How many colons the text of a tree has at least: one for every member, and those in its strings.
   A text without escapes has as many, unless a member was lost because its key came again. */
static inline size_t setpoint_json_tree_colons(const json_t *value) {
  size_t colons = 0;
  switch (json_typeof(value)) {
  case JSON_OBJECT: {
    json_t *object = (json_t *)value; /* the iterators take it so, and change nothing */
    for (void *member = json_object_iter(object); member;
         member = json_object_iter_next(object, member))
      colons += 1 +
                setpoint_json_colons(
                    json_object_iter_key(member), json_object_iter_key_len(member)) +
                setpoint_json_tree_colons(json_object_iter_value(member));
    break;
  }
  case JSON_ARRAY:
    for (size_t index = 0; index < json_array_size(value); index++)
      colons += setpoint_json_tree_colons(json_array_get(value, index));
    break;
  case JSON_STRING:
    colons = setpoint_json_colons(json_string_value(value), json_string_length(value));
    break;
  default: break;
  }
  return colons;
}

/* Puts `objects`, in order, in the places of the nulls of a tree; returns how many nulls there are,
   of which those beyond `count` stay. `before` counts the nulls that were met already. */
static inline size_t setpoint_json_fill_nulls(
    json_t *value, json_t *const *objects, size_t count, size_t before) {
  if (json_typeof(value) == JSON_OBJECT) {
    for (void *member = json_object_iter(value); member;
         member = json_object_iter_next(value, member)) {
      json_t *child = json_object_iter_value(member);
      if (json_typeof(child) > JSON_ARRAY && json_typeof(child) != JSON_NULL) continue;
      if (json_typeof(child) != JSON_NULL)
        before = setpoint_json_fill_nulls(child, objects, count, before);
      else if (before++ < count)
        json_object_iter_set_new(value, member, objects[before - 1]);
    }
  } else if (json_typeof(value) == JSON_ARRAY) {
    for (size_t index = 0; index < json_array_size(value); index++) {
      json_t *child = json_array_get(value, index);
      if (json_typeof(child) != JSON_NULL)
        before = setpoint_json_fill_nulls(child, objects, count, before);
      else if (before++ < count)
        json_array_set_new(value, index, objects[before - 1]);
    }
  }
  return before;
}

#endif
