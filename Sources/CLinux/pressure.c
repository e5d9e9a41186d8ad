#define _GNU_SOURCE
#include "memory.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

int clinux_pressure_trigger(const char *path, int64_t stall, int64_t window) {
    int descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    char order[64];
    int length = snprintf(order, sizeof order, "some %" PRId64 " %" PRId64, stall, window);
    // The kernel wants the zero too.
    if (write(descriptor, order, (size_t)length + 1) < 0) {
        int reason = errno;
        close(descriptor);
        return -reason;
    }
    return descriptor;
}

int clinux_pressure_wait(int trigger, int wake, int milliseconds) {
    struct pollfd ends[] = { { .fd = wake, .events = POLLIN }, { .fd = trigger, .events = POLLPRI } };
    int ready;
    do ready = poll(ends, 2, milliseconds); while (ready < 0 && errno == EINTR);
    if (ready < 0) return -errno;
    if (ends[0].revents) return 2;
    if (ends[1].revents & (POLLERR | POLLNVAL)) return -ENODEV;
    return ends[1].revents & POLLPRI ? 1 : 0;
}

int clinux_pressure_waker(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void clinux_pressure_wake(int waker) {
    uint64_t one = 1;
    ssize_t written = write(waker, &one, sizeof one);
    (void)written;
}
