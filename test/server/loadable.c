/* A loadable function that leaves a trace on the disk when it runs. Compiled by loadable-functions.live.test.ts. */
#include <fcntl.h>
#include <unistd.h>

#ifndef TRACE
#error "-DTRACE=\"file\""
#endif

static long long strike(void) {
  int file = open(TRACE, O_CREAT | O_WRONLY, 0600);
  if (file >= 0) close(file);
  return 1;
}

#define LOADABLE(name)                                                                       \
  char name##_init(void *self, void *arguments, char *message) { return 0; }                 \
  long long name(void *self, void *arguments, unsigned char *null, unsigned char *error) {   \
    return strike();                                                                         \
  }

LOADABLE(loaded)
LOADABLE(against)
LOADABLE(soundex)
LOADABLE(uuid_to_bin)
LOADABLE(md5)
