#ifndef OPENPHOTOKIT_TRACK_H
#define OPENPHOTOKIT_TRACK_H

#include "memory_input.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

/// One track of a film in memory, with a demuxer of its own: sound can be read from another place than the picture.
typedef struct {
    memory_input input;
    AVIOContext *io;
    AVFormatContext *format;
    /// NULL where the film has no such track.
    AVStream *stream;
    AVCodecContext *codec;
    AVPacket *packet;
    AVFrame *frame;
    /// The film's beginning, in the stream's time base.
    int64_t origin;
    /// Whether the decoder gives out the last frames, and whether something could not be decoded or read.
    int drains, is_torn;
} track;

/// 0, or a negative error. A film without such a track opens too.
int track_open(track *track, memory_input input, enum AVMediaType kind);
int track_open_decoder(track *track, int64_t max_pixels);
void track_close(track *track);
/// Goes to a frame from which the moment can be decoded. A film that can't be moved in is read from its beginning.
int track_seek(track *track, double seconds);
/// The next packet of the track; `AVERROR_EOF` after the last.
int track_read(track *track);
/// The next frame; `AVERROR_EOF` after the last. What is broken is passed over.
int track_decode(track *track);
/// A moment in the stream's time base.
int64_t track_ticks(const track *track, double seconds);
double track_seconds(const track *track, int64_t ticks);
int64_t frame_ticks(const AVFrame *frame);

#endif
