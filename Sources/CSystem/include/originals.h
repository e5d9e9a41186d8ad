#ifndef OPENPHOTOKIT_CSYSTEM_ORIGINALS_H
#define OPENPHOTOKIT_CSYSTEM_ORIGINALS_H

#include <stdint.h>

/// The id of the file system that holds `path` (`f_fsid` of statfs). 0, or -1 with errno set.
int opk_file_system_identifier(const char *path, uint64_t *identifier);

#endif
