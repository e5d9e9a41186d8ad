// Shared memory whose size nobody can change.
#ifndef CSYSTEM_MEMORY_H
#define CSYSTEM_MEMORY_H

#include <stdint.h>

/// Makes anonymous memory of `size` bytes, sealed against growing, shrinking and further seals, so that a reader can never be
/// hit by SIGBUS. Nothing is allocated until it is written. Returns a close-on-exec descriptor that the caller closes, or -errno.
int csys_sealed_memory(const char *name, int64_t size);

/// The size of `descriptor` if it is memory as `csys_sealed_memory` makes it, else -errno (-EPERM where a seal is missing).
int64_t csys_sealed_memory_size(int descriptor);

#endif
