// A worker process: spawned with exactly the descriptors it needs, killed and reaped without touching a stranger.
#ifndef CSYSTEM_PROCESS_H
#define CSYSTEM_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/// Starts `path` with standard input and output on /dev/null, standard error on `errors`, `channel` as descriptor 3 and nothing else open,
/// in its own process group, in "/", with default signal handling. `channel` and `errors` must be 4 or higher. Returns 0 or -errno; on success
/// `*pid` is the process and `*handle` a pidfd (or -1 where the kernel has none), which the caller closes after reaping.
int clinux_spawn_worker(const char *path, char *const arguments[], char *const environment[], int channel, int errors, pid_t *pid, int *handle);

/// Sends SIGKILL. A process that is gone already is no error.
void clinux_kill_worker(pid_t pid, int handle);

/// Waits for the end of the process. Returns its exit status, 256 + the signal that ended it, or -errno (-ECHILD where somebody else reaped it).
int clinux_reap_worker(pid_t pid, int handle);

/// A copy of `descriptor`, close-on-exec, numbered 10 or higher so that it never collides with a standard stream. Returns it or -errno.
int clinux_raised(int descriptor);

/// A pipe for a child's messages: both ends close-on-exec and non-blocking, so that neither a full pipe stops the writer nor an empty one the
/// reader. `ends[0]` reads. Returns 0 or -errno.
int clinux_message_pipe(int ends[2]);

/// Makes the calling process be killed when the thread that spawned it ends.
void clinux_die_with_parent(void);

/// Ignores the signals that a terminal or a vanished reader would send.
void clinux_ignore_terminal_signals(void);

/// Keeps freed memory up to `bytes` for the next allocation, since fresh pages cost more than decoding into them.
void clinux_keep_freed_memory(int64_t bytes);

/// The processors that this process may run on, which in a container are often fewer than the machine has. At least 1.
int clinux_usable_cores(void);

#endif
