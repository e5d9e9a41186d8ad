#define _GNU_SOURCE
#include "memory.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int clinux_sealed_memory(const char *name, int64_t size) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    if (ftruncate(descriptor, size) < 0 || fcntl(descriptor, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) < 0) {
        int reason = errno;
        close(descriptor);
        return -reason;
    }
    return descriptor;
}

int64_t clinux_sealed_memory_size(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    if (seals < 0) return -errno;
    if ((seals & (F_SEAL_GROW | F_SEAL_SHRINK)) != (F_SEAL_GROW | F_SEAL_SHRINK)) return -EPERM;
    struct stat facts;
    if (fstat(descriptor, &facts) < 0) return -errno;
    return facts.st_size;
}
