#define _GNU_SOURCE
#include "disks.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fanotify.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/stat.h>
#include <unistd.h>

// Linux 5.9 and 6.5; older headers lack them.
#ifndef FAN_REPORT_DIR_FID
#define FAN_REPORT_DIR_FID 0x00000400
#define FAN_REPORT_NAME 0x00000800
#define FAN_EVENT_INFO_TYPE_DFID_NAME 2
#endif
#ifndef AT_HANDLE_FID
#define AT_HANDLE_FID 0x200
#endif

int clinux_disks_open(void) {
    int result = fanotify_init(FAN_CLASS_NOTIF | FAN_REPORT_DIR_FID | FAN_REPORT_NAME | FAN_CLOEXEC | FAN_NONBLOCK, O_RDONLY | O_CLOEXEC | O_LARGEFILE);
    return result < 0 ? -errno : result;
}

int clinux_disks_add(int descriptor, const char *path) {
    const uint64_t wanted = FAN_CREATE | FAN_DELETE | FAN_MOVED_FROM | FAN_MOVED_TO | FAN_CLOSE_WRITE | FAN_ONDIR;
    return fanotify_mark(descriptor, FAN_MARK_ADD | FAN_MARK_FILESYSTEM | FAN_MARK_ONLYDIR | FAN_MARK_DONT_FOLLOW, wanted, AT_FDCWD, path) < 0 ? -errno : 0;
}

void clinux_disks_clear(int descriptor) {
    (void)fanotify_mark(descriptor, FAN_MARK_FLUSH | FAN_MARK_FILESYSTEM, 0, AT_FDCWD, "/");
}

// What lies behind the length of a handle: its type, and the handle itself. The same bytes stand in events.
static const uint8_t *name_in(const struct file_handle *handle) { return (const uint8_t *)&handle->handle_type; }
static uint32_t name_count(const struct file_handle *handle) { return (uint32_t)sizeof handle->handle_type + handle->handle_bytes; }

int clinux_folder_name_of(const char *path, struct clinux_folder_name *result) {
    union {
        struct file_handle handle;
        uint8_t space[sizeof(struct file_handle) + MAX_HANDLE_SZ];
    } found;
    struct stat facts;
    int mount;
    memset(result, 0, sizeof *result);
    memset(&found, 0, sizeof found);
    found.handle.handle_bytes = MAX_HANDLE_SZ;
    // File systems whose handles nobody can open have them for events alone.
    int failed = name_to_handle_at(AT_FDCWD, path, &found.handle, &mount, AT_HANDLE_FID) < 0;
    if (failed && errno == EINVAL) {
        found.handle.handle_bytes = MAX_HANDLE_SZ;
        failed = name_to_handle_at(AT_FDCWD, path, &found.handle, &mount, 0) < 0;
    }
    if (failed || lstat(path, &facts) < 0) return -errno;
    if (!S_ISDIR(facts.st_mode)) return -ENOTDIR;
    result->device = facts.st_dev;
    result->count = name_count(&found.handle);
    if (result->count > sizeof result->bytes) return -EOVERFLOW;
    memcpy(result->bytes, name_in(&found.handle), result->count);
    return 0;
}

uint64_t clinux_disk_event_at(const void *buffer, uint64_t count, uint64_t offset, struct clinux_disk_event *event) {
    struct fanotify_event_metadata head;
    memset(event, 0, sizeof *event);
    if (offset > count || count - offset < sizeof head) return 0;
    const uint8_t *start = (const uint8_t *)buffer + offset;
    memcpy(&head, start, sizeof head);
    if (head.vers != FANOTIFY_METADATA_VERSION || head.event_len < head.metadata_len || head.metadata_len < sizeof head || head.event_len > count - offset) return 0;
    if (head.fd >= 0) close(head.fd);
    const uint8_t *const end = start + head.event_len;
    event->isWhole = (head.mask & (FAN_CLOSE_WRITE | FAN_MOVED_TO)) != 0 && (head.mask & FAN_ONDIR) == 0;
    for (const uint8_t *at = start + head.metadata_len; (uint64_t)(end - at) >= sizeof(struct fanotify_event_info_header);) {
        struct fanotify_event_info_header info;
        memcpy(&info, at, sizeof info);
        if (info.len < sizeof info || info.len > (uint64_t)(end - at)) break;
        const struct fanotify_event_info_fid *const fid = (const struct fanotify_event_info_fid *)at;
        const struct file_handle *const handle = (const struct file_handle *)fid->handle;
        const uint64_t before = sizeof *fid + sizeof *handle;
        if (info.info_type == FAN_EVENT_INFO_TYPE_DFID_NAME && info.len > before && handle->handle_bytes < info.len - before) {
            const char *const name = (const char *)handle->f_handle + handle->handle_bytes;
            // It ends within the record.
            if (memchr(name, 0, (size_t)((const char *)at + info.len - name)) == NULL) break;
            event->folder = name_in(handle);
            event->folderCount = name_count(handle);
            event->name = name;
            break;
        }
        at += info.len;
    }
    return offset + head.event_len;
}
