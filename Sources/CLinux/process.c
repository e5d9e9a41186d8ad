#define _GNU_SOURCE
#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

int clinux_spawn_worker(const char *path, char *const arguments[], char *const environment[], int channel, int errors, pid_t *pid, int *handle) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason) return -reason;
    reason = posix_spawnattr_init(&attributes);
    if (reason) {
        posix_spawn_file_actions_destroy(&actions);
        return -reason;
    }
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    if (!reason) reason = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!reason) reason = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (!reason) reason = posix_spawn_file_actions_adddup2(&actions, errors, 2);
    if (!reason) reason = posix_spawn_file_actions_adddup2(&actions, channel, 3);
    if (!reason) reason = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
    if (!reason) reason = posix_spawn_file_actions_addchdir_np(&actions, "/");
    if (!reason) reason = posix_spawnattr_setsigdefault(&attributes, &all);
    if (!reason) reason = posix_spawnattr_setsigmask(&attributes, &none);
    if (!reason) reason = posix_spawnattr_setpgroup(&attributes, 0);
    if (!reason) reason = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    if (!reason) reason = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (reason) return -reason;
    *handle = (int)syscall(SYS_pidfd_open, *pid, 0);
    return 0;
}

void clinux_kill_worker(pid_t pid, int handle) {
    // By handle: where the host program ignores SIGCHLD the number may belong to a stranger by now.
    if (handle >= 0) syscall(SYS_pidfd_send_signal, handle, SIGKILL, NULL, 0);
    else kill(pid, SIGKILL);
}

int clinux_reap_worker(pid_t pid, int handle) {
    siginfo_t end = {0};
    int result;
    do result = handle >= 0 ? waitid((idtype_t)P_PIDFD, (id_t)handle, &end, WEXITED) : waitid(P_PID, (id_t)pid, &end, WEXITED);
    while (result < 0 && errno == EINTR);
    if (result < 0) return -errno;
    return end.si_code == CLD_EXITED ? end.si_status & 255 : 256 + end.si_status;
}

int clinux_raised(int descriptor) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
    return copy < 0 ? -errno : copy;
}

int clinux_message_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0 ? -errno : 0;
}

void clinux_die_with_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

void clinux_ignore_terminal_signals(void) {
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

void clinux_keep_freed_memory(int64_t bytes) {
    // The largest threshold that glibc accepts.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, bytes > INT32_MAX ? INT32_MAX : (int)bytes);
}

int clinux_usable_cores(void) {
    cpu_set_t set;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    // A machine of more processors than the set holds is asked how many there are.
    int usable = sched_getaffinity(0, sizeof set, &set) ? 0 : CPU_COUNT(&set);
    if (usable < 1) usable = online > 0 && online < INT32_MAX ? (int)online : 1;
    return usable;
}
