// File operations that Swift's Glibc module does not offer.
#ifndef CSYSTEM_FILES_H
#define CSYSTEM_FILES_H

#include <stdint.h>

/// Makes `target` (an empty file, open for writing) share the blocks of `source`. Returns 0 or -errno (-EOPNOTSUPP, -EXDEV, -EINVAL: copy instead).
int clinux_clone_file(int source, int target);

/// Renames without replacing: -EEXIST where `to` exists. Both paths relative to their directory descriptors. Returns 0 or -errno
/// (-EINVAL where the file system cannot promise it).
int clinux_rename_new(int fromDirectory, const char *from, int toDirectory, const char *to);

/// `O_PATH`, which Swift's Glibc module keeps to itself: a descriptor that only names a folder and from which nothing can be read.
#define CSYS_NAME_ONLY 010000000

/// Opens `path` beneath `directory`: no symbolic link is followed, no `..` leads out, no magic link of /proc is taken. `path` names a folder or a
/// file that is there. Returns a close-on-exec descriptor that the caller closes, or -errno (-ENOSYS before Linux 5.6, -EPERM where a filter of
/// calls does not know it, -ELOOP at a link, -EXDEV at a way out).
int clinux_open_beneath(int directory, const char *path, int flags);

/// Gives each of two names what the other has, in one step. Returns 0 or -errno (-EINVAL where the file system cannot).
int clinux_rename_exchange(const char *a, const char *b);

/// Sets `size` bytes of the disk aside for a file and leaves its length as it is. Returns 0 or -errno (-EOPNOTSUPP where the file system
/// can't, -ENOSPC).
int clinux_reserve(int descriptor, int64_t size);

/// Has the disk begin with what was written to a part of a file, and does not wait. What fails shows when the file is synced.
void clinux_begin_sync(int descriptor, int64_t offset, int64_t count);

/// Reads what lies in memory already, into one buffer and then another: the count, or -EAGAIN where the disk would have to be waited for, or
/// another -errno. File systems in memory are read as ever; of others that can't tell (-EOPNOTSUPP), nothing is read.
int64_t clinux_read_cached(int descriptor, void *first, uint64_t firstCount, void *second, uint64_t secondCount, int64_t offset);

/// What is known of the file system that holds `path`.
struct clinux_filesystem {
    /// `f_type` of statfs.
    uint64_t type;
    /// `f_fsid`.
    uint64_t identifier;
    uint64_t blockSize;
    uint64_t totalBlocks;
    uint64_t availableBlocks;
    /// 1 for NFS, SMB, FUSE, 9P, Ceph, AFS and the like, where locks and mapped files cannot be relied upon.
    int isNetwork;
};

/// Returns 0 or -errno.
int clinux_filesystem_of(const char *path, struct clinux_filesystem *result);

/// Whether all of a part of a file lies in memory, so that reading it waits for no disk; 0 where that is not known, as on kernels before 6.5.
int clinux_is_cached(int descriptor, int64_t offset, int64_t count);

#endif
