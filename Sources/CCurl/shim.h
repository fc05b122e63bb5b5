#include <curl/curl.h>

// Variadic functions are not imported, and neither are the macros that check their arguments.
typedef size_t (*curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode curl_set_body(CURL *handle, const void *bytes, long count) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_POSTFIELDSIZE, count);
  return code ? code : (curl_easy_setopt)(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}
static inline CURLcode curl_set_headers(CURL *handle, struct curl_slist *headers) {
  return (curl_easy_setopt)(handle, CURLOPT_HTTPHEADER, headers);
}
static inline CURLcode curl_set_receivers(
    CURL *handle, curl_receiver head, curl_receiver body, void *context) {
  (curl_easy_setopt)(handle, CURLOPT_HEADERDATA, context);
  (curl_easy_setopt)(handle, CURLOPT_WRITEDATA, context);
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_HEADERFUNCTION, head);
  return code ? code : (curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, body);
}
static inline long curl_get_number(CURL *handle, CURLINFO info) {
  long number = 0;
  (curl_easy_getinfo)(handle, info, &number);
  return number;
}
// Whether a connection was made, so that data may have been sent.
static inline int curl_was_connected(CURL *handle) {
  curl_off_t microseconds = 0;
  (curl_easy_getinfo)(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
  return microseconds > 0;
}
static inline int curl_socket_of(CURL *handle) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  (curl_easy_getinfo)(handle, CURLINFO_ACTIVESOCKET, &socket);
  return socket;
}
