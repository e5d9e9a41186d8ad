#define _GNU_SOURCE
#include "files.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

int clinux_clone_file(int source, int target) {
    return ioctl(target, FICLONE, source) < 0 ? -errno : 0;
}

int clinux_rename_new(int fromDirectory, const char *from, int toDirectory, const char *to) {
    return renameat2(fromDirectory, from, toDirectory, to, RENAME_NOREPLACE) < 0 ? -errno : 0;
}

int clinux_open_beneath(int directory, const char *path, int flags) {
    struct open_how how = {
        .flags = (uint64_t)(flags | O_CLOEXEC), .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
    long result = syscall(SYS_openat2, directory, path, &how, sizeof how);
    return result < 0 ? -errno : (int)result;
}

int clinux_rename_exchange(const char *a, const char *b) {
    return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) < 0 ? -errno : 0;
}

int clinux_reserve(int descriptor, int64_t size) {
    return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, size) < 0 ? -errno : 0;
}

void clinux_begin_sync(int descriptor, int64_t offset, int64_t count) {
    (void)sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

int64_t clinux_read_cached(int descriptor, void *first, uint64_t firstCount, void *second, uint64_t secondCount, int64_t offset) {
    struct iovec parts[2] = {{.iov_base = first, .iov_len = firstCount}, {.iov_base = second, .iov_len = secondCount}};
    ssize_t result = preadv2(descriptor, parts, 2, offset, RWF_NOWAIT);
    if (result >= 0) return result;
    if (errno != EOPNOTSUPP) return -errno;
    struct statfs status;
    const uint64_t memory = 0x01021994;  // tmpfs
    if (fstatfs(descriptor, &status) < 0 || (uint64_t)status.f_type != memory) return -EOPNOTSUPP;
    result = preadv(descriptor, parts, 2, offset);
    return result < 0 ? -errno : result;
}

// Linux 6.5; older headers lack both.
#ifndef SYS_cachestat
#define SYS_cachestat 451
#endif

int clinux_is_cached(int descriptor, int64_t offset, int64_t count) {
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    struct { uint64_t offset, length; } range = {(uint64_t)offset, (uint64_t)count};
    struct { uint64_t cached, dirty, written, evicted, lately; } found = {0};
    if (count <= 0 || syscall(SYS_cachestat, descriptor, &range, &found, 0) < 0) return 0;
    return found.cached == (range.offset + range.length - 1) / page - range.offset / page + 1;
}

static int is_network(uint64_t type) {
    switch (type) {
    case 0x6969:      // NFS
    case 0x517B:      // SMB
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB2
    case 0x65735546:  // FUSE: sshfs, rclone, davfs
    case 0x01021997:  // 9P
    case 0x00C36400:  // Ceph
    case 0x5346414F:  // AFS
    case 0x6B414653:  // kAFS
    case 0x47504653:  // GPFS
    case 0x0BD00BD0:  // Lustre
    case 0x7461636F:  // OCFS2
    case 0x01161970:  // GFS2
    case 0x564C:      // NCP
    case 0x73757245:  // Coda
        return 1;
    default:
        return 0;
    }
}

int clinux_filesystem_of(const char *path, struct clinux_filesystem *result) {
    struct statfs facts;
    if (statfs(path, &facts) < 0) return -errno;
    memset(result, 0, sizeof *result);
    result->type = (uint32_t)facts.f_type;
    result->blockSize = (uint64_t)facts.f_bsize;
    result->totalBlocks = facts.f_blocks;
    result->availableBlocks = facts.f_bavail;
    _Static_assert(sizeof facts.f_fsid == sizeof result->identifier, "fsid_t is two ints");
    memcpy(&result->identifier, &facts.f_fsid, sizeof result->identifier);
    result->isNetwork = is_network(result->type);
    return 0;
}
