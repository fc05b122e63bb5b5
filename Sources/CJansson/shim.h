#include <jansson.h>
#include <string.h>

/* Function-like macros and bit expressions do not reach Swift. */

static const size_t setpoint_json_decode_any = JSON_DECODE_ANY;
/* 15 digits round-trip every decimal that a double preserves: 64.1, not 64.099999999999994. */
static const size_t setpoint_json_encode_flags = JSON_ENCODE_ANY | JSON_REAL_PRECISION(15);

/* Swift's memcmp would need Glibc, which the targets above must not see. */
static inline int setpoint_json_bytes_equal(const void *first, const void *second, size_t length) {
  return memcmp(first, second, length) == 0;
}

/* The text is a tuple of 160 chars in Swift. */
static inline const char *setpoint_json_error_text(const json_error_t *error) {
  return error->text;
}
