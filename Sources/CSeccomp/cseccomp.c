#define _GNU_SOURCE
#include "cseccomp.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

// What decoding, the allocator, threads and the Swift runtime use once everything is loaded; measured with strace over every format.
static const int allowed[] = {
    SCMP_SYS(recvmsg), SCMP_SYS(sendmsg), SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(lseek), SCMP_SYS(close),
    SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(poll), SCMP_SYS(ppoll),
    SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(brk), SCMP_SYS(membarrier),
    SCMP_SYS(futex), SCMP_SYS(futex_time64), SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(rseq), SCMP_SYS(set_tid_address),
    SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(getcpu), SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(times), SCMP_SYS(getrusage),
    SCMP_SYS(getrandom), SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getppid),
    SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
    SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigaction), SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall),
    SCMP_SYS(umask), SCMP_SYS(exit), SCMP_SYS(exit_group),
};

// Calls that libraries make in passing and do without: refused with an error instead of the end of the process.
static const struct { int call, reason; } refused[] = {
    {SCMP_SYS(open), EACCES}, {SCMP_SYS(openat), EACCES}, {SCMP_SYS(openat2), EACCES}, {SCMP_SYS(creat), EACCES},
    {SCMP_SYS(access), EACCES}, {SCMP_SYS(faccessat), EACCES}, {SCMP_SYS(faccessat2), EACCES},
    {SCMP_SYS(stat), EACCES}, {SCMP_SYS(lstat), EACCES}, {SCMP_SYS(readlink), EACCES}, {SCMP_SYS(readlinkat), EACCES},
    {SCMP_SYS(statfs), EACCES}, {SCMP_SYS(getcwd), EACCES}, {SCMP_SYS(unlink), EACCES}, {SCMP_SYS(unlinkat), EACCES}, {SCMP_SYS(mkdir), EACCES},
    {SCMP_SYS(ioctl), ENOTTY}, {SCMP_SYS(clone3), ENOSYS}, {SCMP_SYS(memfd_create), ENOSYS}, {SCMP_SYS(get_mempolicy), ENOSYS},
    {SCMP_SYS(set_mempolicy), ENOSYS}, {SCMP_SYS(mbind), ENOSYS}, {SCMP_SYS(sched_setaffinity), EPERM}, {SCMP_SYS(sched_setscheduler), EPERM},
    {SCMP_SYS(sched_getscheduler), EPERM}, {SCMP_SYS(sched_getparam), EPERM}, {SCMP_SYS(setpriority), EPERM}, {SCMP_SYS(getpriority), EPERM},
    {SCMP_SYS(pipe2), EPERM}, {SCMP_SYS(eventfd2), EPERM}, {SCMP_SYS(getdents64), EACCES}, {SCMP_SYS(fadvise64), EINVAL},
    {SCMP_SYS(ftruncate), EPERM}, {SCMP_SYS(mlock), EPERM},
};

static int fill(scmp_filter_ctx filter) {
    int result = 0;
    for (unsigned index = 0; !result && index < sizeof allowed / sizeof *allowed; index++)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[index], 0);
    for (unsigned index = 0; !result && index < sizeof refused / sizeof *refused; index++)
        result = seccomp_rule_add(filter, SCMP_ACT_ERRNO((unsigned)refused[index].reason), refused[index].call, 0);
    // Threads, but no processes: glibc asks for exactly these.
    unsigned long thread = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, thread, thread));
    // Memory, but no code, and no shared memory that the limit on private memory would not count.
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
        SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mmap), 1,
        SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
        SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED, 0));
    // A thread's name; the allocator's labels are refused politely.
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_VMA));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFL));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFD));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_SETFD));
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GET_SEALS));
    // Looking up a user's home (exiv2 does) asks a name service first; without an answer it goes on. Any other kind of socket is the end.
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, AF_UNIX));
    // abort() signals itself, and only itself.
    if (!result) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    return result;
}

int cseccomp_filter_calls(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (!filter) return -ENOMEM;
    int result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (!result) result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    // Calls by another architecture's numbers, which would mean others here, end all of it, not one thread.
    if (!result) result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    if (!result) result = fill(filter);
    if (!result) result = seccomp_load(filter);
    seccomp_release(filter);
    return result;
}
