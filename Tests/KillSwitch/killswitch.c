#define _GNU_SOURCE
#include "killswitch.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define CALLS(X) \
    X(write) X(pwrite) X(open) X(fsync) X(fdatasync) X(msync) X(rename) X(unlink) X(rmdir) X(truncate) X(mkdir) X(link) X(symlink) \
    X(flock) X(chmod) X(times) X(reserve) X(clone) X(copy)
#define CASE(name) CALL_##name,
#define NAME(name) #name,
enum call { CALLS(CASE) CALL_count };
static const char *const names[] = { CALLS(NAME) };

static atomic_ulong counts[CALL_count];
static int armed = CALL_count;   // the call to die at; written once, before main
static unsigned long moment;
static char report[4096];
static int history = -1;     // where calls are told as they come

__attribute__((constructor)) static void arm(void) {
    const char *at = getenv("KILL_SWITCH_AT"), *file = getenv("KILL_SWITCH_COUNTS");
    const char *colon = at ? strchr(at, ':') : NULL;
    for (int call = 0; colon && call < CALL_count; call++) {
        size_t length = (size_t)(colon - at);
        if (strlen(names[call]) == length && strncmp(names[call], at, length) == 0) {
            moment = strtoul(colon + 1, NULL, 10);
            armed = call;
        }
    }
    if (file && strlen(file) < sizeof report) strcpy(report, file);
    const char *calls = getenv("KILL_SWITCH_HISTORY");
    if (calls) history = (int)syscall(SYS_openat, AT_FDCWD, calls, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
    // For this process alone.
    unsetenv("LD_PRELOAD");
    unsetenv("KILL_SWITCH_AT");
    unsetenv("KILL_SWITCH_COUNTS");
    unsetenv("KILL_SWITCH_HISTORY");
}

__attribute__((destructor)) static void tell(void) {
    if (!report[0]) return;
    int file = (int)syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return;
    for (int call = 0; call < CALL_count; call++) {
        char line[64];
        int length = snprintf(line, sizeof line, "%s %lu\n", names[call], atomic_load(&counts[call]));
        if (syscall(SYS_write, file, line, (size_t)length) != length) break;
    }
    syscall(SYS_close, file);
}

static void reach(enum call call) {
    if (atomic_fetch_add(&counts[call], 1) + 1 != moment || (int)call != armed) return;
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

// The whole path of a name in a folder, or, without a name, of what is open.
static void locate(char *path, size_t size, int folder, const char *name) {
    size_t length = 0;
    if (!name || name[0] != '/') {
        char link[64];
        snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
        ssize_t found = syscall(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
        length = found > 0 ? (size_t)found : 0;
    }
    path[length] = 0;
    if (name) snprintf(path + length, size - length, "%s%s", length ? "/" : "", name);
}

// One line: the call, what it works on, and for a new name the old one.
static void note(const char *call, int folder, const char *name, int oldFolder, const char *oldName) {
    if (history < 0) return;
    char path[4096], old[4096] = "", line[9000];
    locate(path, sizeof path, folder, name);
    if (oldName) locate(old, sizeof old, oldFolder, oldName);
    int length = snprintf(line, sizeof line, "%s\t%s\t%s\n", call, path, old);
    if (length > 0 && (size_t)length < sizeof line) syscall(SYS_write, history, line, (size_t)length);
}

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

#define PASS(name, type, arguments) \
    static _Atomic(void *) known; \
    void *real = atomic_load(&known); \
    if (!real) atomic_store(&known, real = next(#name)); \
    return ((type)real) arguments
#define INTERPOSE(call, result, name, parameters, arguments) \
    result name parameters { \
        reach(CALL_##call); \
        PASS(name, result (*) parameters, arguments); \
    }

#define RECORD(call, result, name, parameters, arguments, ...) \
    result name parameters { \
        reach(CALL_##call); \
        note(#call, __VA_ARGS__); \
        PASS(name, result (*) parameters, arguments); \
    }
#define OPEN(file) file, NULL, AT_FDCWD, NULL

RECORD(write, ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), OPEN(file))
RECORD(write, ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count), OPEN(file))
RECORD(pwrite, ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t offset), (file, bytes, size, offset), OPEN(file))
RECORD(pwrite, ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t offset), (file, bytes, size, offset), OPEN(file))
RECORD(pwrite, ssize_t, pwritev, (int file, const struct iovec *parts, int count, off_t offset), (file, parts, count, offset), OPEN(file))
RECORD(pwrite, ssize_t, pwritev64, (int file, const struct iovec *parts, int count, off64_t offset), (file, parts, count, offset), OPEN(file))
RECORD(fsync, int, fsync, (int file), (file), OPEN(file))
RECORD(fdatasync, int, fdatasync, (int file), (file), OPEN(file))
INTERPOSE(msync, int, msync, (void *start, size_t length, int flags), (start, length, flags))
RECORD(rename, int, rename, (const char *from, const char *to), (from, to), AT_FDCWD, to, AT_FDCWD, from)
RECORD(rename, int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), b, to, a, from)
RECORD(rename, int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags), b, to, a, from)
INTERPOSE(unlink, int, unlink, (const char *path), (path))
INTERPOSE(unlink, int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
INTERPOSE(unlink, int, remove, (const char *path), (path))
INTERPOSE(rmdir, int, rmdir, (const char *path), (path))
INTERPOSE(truncate, int, truncate, (const char *path, off_t length), (path, length))
RECORD(truncate, int, ftruncate, (int file, off_t length), (file, length), OPEN(file))
RECORD(truncate, int, ftruncate64, (int file, off64_t length), (file, length), OPEN(file))
INTERPOSE(mkdir, int, mkdir, (const char *path, mode_t mode), (path, mode))
INTERPOSE(mkdir, int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
INTERPOSE(link, int, link, (const char *from, const char *to), (from, to))
INTERPOSE(link, int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
INTERPOSE(symlink, int, symlink, (const char *target, const char *path), (target, path))
INTERPOSE(symlink, int, symlinkat, (const char *target, int folder, const char *path), (target, folder, path))
INTERPOSE(flock, int, flock, (int file, int operation), (file, operation))
INTERPOSE(chmod, int, chmod, (const char *path, mode_t mode), (path, mode))
INTERPOSE(chmod, int, fchmod, (int file, mode_t mode), (file, mode))
INTERPOSE(times, int, futimens, (int file, const struct timespec times[2]), (file, times))
INTERPOSE(times, int, utimensat, (int folder, const char *path, const struct timespec times[2], int flags), (folder, path, times, flags))
INTERPOSE(reserve, int, fallocate, (int file, int mode, off_t offset, off_t length), (file, mode, offset, length))
INTERPOSE(reserve, int, fallocate64, (int file, int mode, off64_t offset, off64_t length), (file, mode, offset, length))
INTERPOSE(copy, ssize_t, sendfile, (int to, int from, off_t *offset, size_t size), (to, from, offset, size))
INTERPOSE(copy, ssize_t, sendfile64, (int to, int from, off64_t *offset, size_t size), (to, from, offset, size))
INTERPOSE(copy, ssize_t, copy_file_range, (int from, off64_t *a, int to, off64_t *b, size_t size, unsigned flags), (from, a, to, b, size, flags))
INTERPOSE(open, int, mkstemp, (char *pattern), (pattern))
INTERPOSE(open, int, mkostemp, (char *pattern, int flags), (pattern, flags))

// Variadic, and their last parameter is there only for some flags; where it is not, what is read in its place is ignored.
#define LAST(type, after) va_list rest; va_start(rest, after); type last = va_arg(rest, type); va_end(rest)
#define CHANGES(flags) ((flags) & (O_CREAT | O_TRUNC))
int open(const char *path, int flags, ...) {
    LAST(mode_t, flags);
    if (CHANGES(flags)) reach(CALL_open);
    PASS(open, int (*)(const char *, int, ...), (path, flags, last));
}

int open64(const char *path, int flags, ...) {
    LAST(mode_t, flags);
    if (CHANGES(flags)) reach(CALL_open);
    PASS(open64, int (*)(const char *, int, ...), (path, flags, last));
}

int openat(int folder, const char *path, int flags, ...) {
    LAST(mode_t, flags);
    if (CHANGES(flags)) reach(CALL_open);
    PASS(openat, int (*)(int, const char *, int, ...), (folder, path, flags, last));
}

int openat64(int folder, const char *path, int flags, ...) {
    LAST(mode_t, flags);
    if (CHANGES(flags)) reach(CALL_open);
    PASS(openat64, int (*)(int, const char *, int, ...), (folder, path, flags, last));
}

int ioctl(int file, unsigned long request, ...) {
    LAST(void *, request);
    if (request == FICLONE || request == FICLONERANGE) reach(CALL_clone);
    PASS(ioctl, int (*)(int, unsigned long, ...), (file, request, last));
}
