#define _GNU_SOURCE
#include "channel.h"
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

union control {
    char bytes[CMSG_SPACE(CSYS_CHANNEL_DESCRIPTORS * sizeof(int))];
    struct cmsghdr alignment;
};

int clinux_channel_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
}

int clinux_channel_send(int channel, const void *bytes, size_t length, const int *descriptors, int count, int waits) {
    if (count < 0 || count > CSYS_CHANNEL_DESCRIPTORS) return -EINVAL;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union control control;
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, (size_t)count * sizeof(int));
    }
    ssize_t sent;
    do sent = sendmsg(channel, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
    while (sent < 0 && errno == EINTR);
    if (sent < 0) return -errno;
    return (size_t)sent == length ? 0 : -EIO;
}

int64_t clinux_channel_receive(int channel, void *bytes, size_t capacity, int *descriptors, int *count, int *truncated) {
    int room = *count;
    *count = 0;
    *truncated = 0;
    if (room < 0 || room > CSYS_CHANNEL_DESCRIPTORS) return -EINVAL;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union control control;
    if (room > 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_LEN((size_t)room * sizeof(int));
    }
    ssize_t length;
    do length = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
    while (length < 0 && errno == EINTR);
    if (length < 0) return -errno;
    *truncated = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
    if (room == 0) return length;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t came = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < came; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
            if (*count < room) descriptors[(*count)++] = descriptor;
            else {
                // The kernel rounds the room up to its alignment, so one more can arrive.
                close(descriptor);
                *truncated = 1;
            }
        }
    }
    return length;
}

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int clinux_channel_wait(int channel, int milliseconds) {
    struct pollfd wanted = {.fd = channel, .events = POLLIN};
    // To fall asleep and be woken on another core takes longer than many an answer, in a virtual machine several times as long.
    int64_t end = nanoseconds() + CSYS_CHANNEL_AWAKE;
    int ready;
    while ((ready = poll(&wanted, 1, 0)) == 0 && nanoseconds() < end) sched_yield();
    if (ready == 0) ready = poll(&wanted, 1, milliseconds);
    return ready < 0 ? -errno : ready;
}
