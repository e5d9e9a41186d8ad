#ifndef OPENPHOTOKIT_MEDIA_STATE_H
#define OPENPHOTOKIT_MEDIA_STATE_H

#include "memory_input.h"
#include "reader.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

struct cmedia_reader {
    memory_input input;
    AVIOContext *io;
    AVFormatContext *format;
    AVCodecContext *codec;
    AVPacket *packet;
    AVFrame *frame, *converted;
    int stream;
    // Calls to the decoder that are left, and whether one of them failed.
    int steps, is_torn;
};

/// Writes what failed and why into `text`; gives `code`, or another where there was no memory.
int cmedia_fail(int code, int result, const char *what, char *text, size_t size);

/// Fills `frame` from what was decoded last.
int cmedia_reader_fill(cmedia_reader *media, cmedia_frame *frame, char *text, size_t size);

#endif
