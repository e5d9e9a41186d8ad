#include "originals.h"

#include <string.h>
#include <sys/statfs.h>

int opk_file_system_identifier(const char *path, uint64_t *identifier)
{
    struct statfs system;
    if (statfs(path, &system) != 0) return -1;
    _Static_assert(sizeof system.f_fsid == sizeof *identifier, "fsid_t is two ints");
    memcpy(identifier, &system.f_fsid, sizeof *identifier);
    return 0;
}
