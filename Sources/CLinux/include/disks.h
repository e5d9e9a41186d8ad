// What happens on whole file systems (fanotify), for folders of which inotify has no watch to spare.
#ifndef CSYSTEM_DISKS_H
#define CSYSTEM_DISKS_H

#include <stdint.h>

/// Opens what tells of file systems. Returns a close-on-exec descriptor that does not block and that the caller closes, or -errno
/// (-EINVAL before Linux 5.9, -EPERM or -ENOSYS where it is forbidden).
int clinux_disks_open(void);

/// Has names that come and go, and files that are closed after writing, told of everywhere on the file system that holds `path`; doing it again changes
/// nothing. Returns 0 or -errno (-EPERM without CAP_SYS_ADMIN; -EXDEV, -ENODEV or -EOPNOTSUPP where a folder of that file system has no name of its own).
int clinux_disks_add(int descriptor, const char *path);

/// Ends it for all of them.
void clinux_disks_clear(int descriptor);

/// The most bytes that a folder's own name has.
#define CLINUX_FOLDER_NAME 132

/// What the kernel itself calls a folder, however that is called or moved.
struct clinux_folder_name {
    /// Of the file system.
    uint64_t device;
    uint32_t count;
    uint8_t bytes[CLINUX_FOLDER_NAME];
};

/// Of a folder, which no link leads to. Returns 0 or -errno.
int clinux_folder_name_of(const char *path, struct clinux_folder_name *result);

/// One event, whose pointers lead into the buffer that it was read into.
struct clinux_disk_event {
    /// What the kernel calls the folder; `NULL` where more happened than it kept.
    const uint8_t *folder;
    uint32_t folderCount;
    /// In that folder; with a zero at its end.
    const char *name;
    /// Whether it is a file that was closed after writing, or moved there.
    int isWhole;
};

/// Finds the event at `offset` of the `count` bytes that were read. Returns where the next one begins, or 0 where there is none that can be read.
uint64_t clinux_disk_event_at(const void *buffer, uint64_t count, uint64_t offset, struct clinux_disk_event *event);

#endif
