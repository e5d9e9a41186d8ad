#define _GNU_SOURCE
#include "sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_unshare(void) {
    int others = CLONE_NEWIPC | CLONE_NEWNS | CLONE_NEWUTS;
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET | others) == 0) return CSYS_NAMESPACE_USER | CSYS_NAMESPACE_NETWORK | CSYS_NAMESPACE_OTHERS;
    // Root where user namespaces are switched off.
    if (unshare(CLONE_NEWNET | others) == 0) return CSYS_NAMESPACE_NETWORK | CSYS_NAMESPACE_OTHERS;
    return 0;
}

int clinux_no_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0;
}

// Landlock by hand: headers of long-term distributions know only its first versions, and the kernel decides.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

struct landlock_ruleset {
    uint64_t files, network, scoped;
};

struct landlock_beneath {
    uint64_t allowed;
    int32_t directory;
} __attribute__((packed));

enum { landlock_execute = 1 << 0, landlock_read_file = 1 << 2, landlock_read_directory = 1 << 3 };

int clinux_landlock(const char *const *paths) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
    if (version < 0) return -errno;
    // Rights known to version 1: 13 bits; 2 adds REFER, 3 TRUNCATE, 5 IOCTL_DEV; 4 adds TCP bind and connect; 6 abstract sockets and signals.
    struct landlock_ruleset rules = {.files = (1u << 13) - 1};
    if (version >= 2) rules.files |= 1u << 13;
    if (version >= 3) rules.files |= 1u << 14;
    if (version >= 5) rules.files |= 1u << 15;
    if (version >= 4) rules.network = 3;
    if (version >= 6) rules.scoped = 3;
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (ruleset < 0) return -errno;
    for (; *paths; paths++) {
        int directory = open(*paths, O_PATH | O_CLOEXEC);
        if (directory < 0) continue;
        struct landlock_beneath beneath = {.allowed = landlock_execute | landlock_read_file | landlock_read_directory, .directory = directory};
        long added = syscall(SYS_landlock_add_rule, ruleset, 1, &beneath, 0);
        int reason = errno;
        close(directory);
        if (added < 0) {
            close(ruleset);
            return -reason;
        }
    }
    long restricted = syscall(SYS_landlock_restrict_self, ruleset, 0);
    int reason = errno;
    close(ruleset);
    return restricted < 0 ? -reason : (int)version;
}

int clinux_empty_root(void) {
    char path[] = "/tmp/photo-decoder-XXXXXX";
    if (!mkdtemp(path)) return -errno;
    int directory = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int reason = errno;
    // A deleted directory is a perfect root: no name can ever be made in it, and nothing is left to sweep.
    rmdir(path);
    return directory < 0 ? -reason : directory;
}

int clinux_enter_root(int directory) {
    return fchdir(directory) < 0 || chroot(".") < 0 ? -errno : 0;
}

int clinux_drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    return syscall(SYS_capset, &header, none) < 0 ? -errno : 0;
}

int clinux_not_dumpable(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ? -errno : 0;
}

static int limit(__rlimit_resource_t which, uint64_t value) {
    struct rlimit current;
    if (getrlimit(which, &current) < 0) return -errno;
    // An administrator's lower limit stands.
    if (current.rlim_max < value) value = current.rlim_max;
    struct rlimit wanted = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(which, &wanted) < 0 ? -errno : 0;
}

int clinux_limit_resources(uint64_t data, uint64_t mapped, uint64_t descriptors) {
    int result = limit(RLIMIT_DATA, data);
    if (!result) result = limit(RLIMIT_AS, mapped);
    if (!result) result = limit(RLIMIT_NOFILE, descriptors);
    if (!result) result = limit(RLIMIT_CORE, 0);
    if (!result) result = limit(RLIMIT_FSIZE, 0);
    return result;
}
