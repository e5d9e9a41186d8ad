// Shared memory whose size nobody can change, and events of scarce memory (PSI, Documentation/accounting/psi.rst of the kernel).
#ifndef CSYSTEM_MEMORY_H
#define CSYSTEM_MEMORY_H

#include <stdint.h>

/// Makes anonymous memory of `size` bytes, sealed against growing, shrinking and further seals, so that a reader can never be
/// hit by SIGBUS. Nothing is allocated until it is written. Returns a close-on-exec descriptor that the caller closes, or -errno.
int clinux_sealed_memory(const char *name, int64_t size);

/// The size of `descriptor` if it is memory as `clinux_sealed_memory` makes it, else -errno (-EPERM where a seal is missing).
int64_t clinux_sealed_memory_size(int descriptor);

/// Asks the kernel to raise the descriptor whenever some task waited for memory for `stall` of `window` microseconds. Without privileges the window
/// has to be a multiple of two seconds. Returns a close-on-exec descriptor that the caller closes, or -errno.
int clinux_pressure_trigger(const char *path, int64_t stall, int64_t window);

/// Waits until the trigger is raised (1), `wake` can be read (2) or the time is over (0); -errno on errors, also where the trigger is gone.
/// `trigger` may be -1, and `milliseconds` -1 for ever.
int clinux_pressure_wait(int trigger, int wake, int milliseconds);

/// A descriptor that `clinux_pressure_wake` makes readable for good; the caller closes it. -errno on errors.
int clinux_pressure_waker(void);
void clinux_pressure_wake(int waker);

#endif
