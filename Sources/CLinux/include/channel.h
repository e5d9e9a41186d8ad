// Packets with descriptors between two processes.
#ifndef CSYSTEM_CHANNEL_H
#define CSYSTEM_CHANNEL_H

#include <stddef.h>
#include <stdint.h>

/// Most descriptors that one packet can carry.
#define CSYS_CHANNEL_DESCRIPTORS 4

/// A connected pair of packet sockets, close-on-exec. Returns 0 or -errno.
int clinux_channel_pair(int ends[2]);

/// Sends one packet with `count` descriptors; the caller keeps its own copies. Never raises SIGPIPE and, unless `waits`, never blocks.
/// Returns 0 or -errno.
int clinux_channel_send(int channel, const void *bytes, size_t length, const int *descriptors, int count, int waits);

/// Receives one packet. `descriptors` has room for `*count` (at most CSYS_CHANNEL_DESCRIPTORS) and gets those that came, close-on-exec
/// and owned by the caller; `*count` becomes their number. Descriptors beyond that room are closed by the kernel and `*truncated` is set, as
/// it is for a packet longer than `capacity`. Returns the length, 0 when the other end is gone, or -errno.
int64_t clinux_channel_receive(int channel, void *bytes, size_t capacity, int *descriptors, int *count, int *truncated);

/// Nanoseconds that a wait stays awake before it sleeps, and lets others have the core meanwhile.
#define CSYS_CHANNEL_AWAKE 50000

/// Waits until `channel` can be read or is hung up: 1, 0 after `milliseconds`, or -errno. EINTR is reported, as the time left is the caller's.
int clinux_channel_wait(int channel, int milliseconds);

#endif
