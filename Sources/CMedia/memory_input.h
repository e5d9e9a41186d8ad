#ifndef OPENPHOTOKIT_MEMORY_INPUT_H
#define OPENPHOTOKIT_MEMORY_INPUT_H

#include <libavformat/avio.h>
#include <stdint.h>

/// A film in memory, as libavformat reads it: by callbacks, in place of a file.
typedef struct {
    const uint8_t *bytes;
    int64_t count, position;
    /// Called before bytes are looked at that need not be there yet; anything but 0 is that they can't be had. NULL where all are there.
    int (*need)(void *context, int64_t offset, int64_t count);
    void *context;
} memory_input;

/// `input` must outlive what is given; `buffered` bytes are read at a time. NULL where there is no memory.
AVIOContext *memory_input_open(memory_input *input, int buffered);
/// `*io`, which may be NULL, is NULL afterwards.
void memory_input_close(AVIOContext **io);

#endif
