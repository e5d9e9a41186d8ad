#include "memory_input.h"

#include <errno.h>
#include <libavutil/error.h>
#include <libavutil/mem.h>
#include <stdio.h>
#include <string.h>

static int read_bytes(void *opaque, uint8_t *buffer, int wanted) {
    memory_input *input = opaque;
    const int64_t left = input->count - input->position;
    if (left <= 0) return AVERROR_EOF;
    const int taken = left < wanted ? (int)left : wanted;
    if (input->need && input->need(input->context, input->position, taken)) return AVERROR(EIO);
    memcpy(buffer, input->bytes + input->position, (size_t)taken);
    input->position += taken;
    return taken;
}

static int64_t move(void *opaque, int64_t offset, int whence) {
    memory_input *input = opaque;
    int64_t target;
    switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return input->count;
    case SEEK_SET: target = offset; break;
    case SEEK_CUR: target = input->position + offset; break;
    case SEEK_END: target = input->count + offset; break;
    default: return AVERROR(EINVAL);
    }
    if (target < 0 || target > input->count) return AVERROR(EINVAL);
    return input->position = target;
}

AVIOContext *memory_input_open(memory_input *input, int buffered) {
    uint8_t *buffer = av_malloc((size_t)buffered);
    AVIOContext *io = buffer ? avio_alloc_context(buffer, buffered, 0, input, read_bytes, NULL, move) : NULL;
    if (!io) av_free(buffer);
    return io;
}

void memory_input_close(AVIOContext **io) {
    if (!*io) return;
    av_freep(&(*io)->buffer);
    avio_context_free(io);
}
