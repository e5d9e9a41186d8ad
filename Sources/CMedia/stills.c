#include "state.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/intreadwrite.h>
#include <string.h>

// Decodes until `wanted` (in the track's time base) is reached; AV_NOPTS_VALUE takes the first frame. What is broken is passed over.
static int decode_until(cmedia_reader *media, int64_t wanted) {
    int drained = 0, have = 0;
    AVFrame *next = av_frame_alloc();
    if (!next) return AVERROR(ENOMEM);
    while (media->steps-- > 0) {
        int result = avcodec_receive_frame(media->codec, next);
        if (result >= 0) {
            // The frame before the one that lies after the moment is the one shown at it.
            if (have && wanted != AV_NOPTS_VALUE && next->best_effort_timestamp > wanted) break;
            av_frame_unref(media->frame);
            av_frame_move_ref(media->frame, next);
            have = 1;
            if (wanted == AV_NOPTS_VALUE || media->frame->best_effort_timestamp >= wanted) break;
            continue;
        }
        if (result == AVERROR_EOF || result == AVERROR(ENOMEM)) break;
        if (result != AVERROR(EAGAIN)) {
            media->is_torn = 1;
            continue;
        }
        if (drained) break;
        do {
            av_packet_unref(media->packet);
            result = av_read_frame(media->format, media->packet);
        } while (result >= 0 && media->packet->stream_index != media->stream);
        if (result < 0) drained = 1;
        result = avcodec_send_packet(media->codec, drained ? NULL : media->packet);
        if (result < 0 && result != AVERROR(EAGAIN) && result != AVERROR_EOF) media->is_torn = 1;
        av_packet_unref(media->packet);
    }
    av_frame_free(&next);
    if (have && (media->frame->decode_error_flags || media->frame->flags & AV_FRAME_FLAG_CORRUPT)) media->is_torn = 1;
    return have ? 0 : AVERROR_INVALIDDATA;
}

// The frame at a moment, or else the first one that there is.
static int decode_at(cmedia_reader *media, double seconds) {
    AVStream *stream = media->format->streams[media->stream];
    const int64_t start = stream->start_time == AV_NOPTS_VALUE ? 0 : stream->start_time;
    if (seconds <= 0) return decode_until(media, AV_NOPTS_VALUE);
    const int64_t wanted = (int64_t)(seconds / av_q2d(stream->time_base)) + start;
    // The index goes by when frames are decoded, and may lead to one that shows later than the moment: then it is looked for further ahead.
    const double margins[] = {0, 2, seconds};
    int result = 0;
    for (int attempt = 0; attempt < 3; attempt++) {
        const int64_t from = (int64_t)((seconds > margins[attempt] ? seconds - margins[attempt] : 0) / av_q2d(stream->time_base)) + start;
        const int moved = av_seek_frame(media->format, media->stream, from, AVSEEK_FLAG_BACKWARD);
        avcodec_flush_buffers(media->codec);
        result = decode_until(media, moved < 0 ? AV_NOPTS_VALUE : wanted);
        if (result < 0 || moved < 0 || media->frame->best_effort_timestamp <= wanted) break;
    }
    if (result >= 0) return result;
    media->is_torn = 1;
    if (av_seek_frame(media->format, media->stream, start, AVSEEK_FLAG_BACKWARD) < 0) return result;
    avcodec_flush_buffers(media->codec);
    return decode_until(media, AV_NOPTS_VALUE);
}

static int decode_padded(cmedia_reader *media, int64_t length) {
    // The decoder may read past the end of a packet, so the packet is a padded copy.
    int result = av_new_packet(media->packet, (int)length);
    if (result < 0) return result;
    memset(media->packet->data, 0, (size_t)length);
    memcpy(media->packet->data, media->input.bytes, (size_t)media->input.count);
    result = avcodec_send_packet(media->codec, media->packet);
    av_packet_unref(media->packet);
    return result < 0 ? result : avcodec_receive_frame(media->codec, media->frame);
}

static int decode_bitmap(cmedia_reader *media) {
    int result = decode_padded(media, media->input.count);
    // The decoder refuses all of a bitmap whose end is missing. A few bytes must not claim gigabytes.
    int64_t stated = media->input.count >= 6 ? AV_RL32(media->input.bytes + 2) : 0;
    if (result >= 0 || stated <= media->input.count || stated / 16 > media->input.count || stated > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return result;
    media->is_torn = 1;
    avcodec_flush_buffers(media->codec);
    return decode_padded(media, stated);
}

int cmedia_reader_still(cmedia_reader *media, double seconds, cmedia_frame *out, char *text, size_t size) {
    int result;
    if (media->stream < 0) {
        if (media->input.count > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return cmedia_fail(cmedia_too_large, 0, "bitmap", text, size);
        result = media->frame->width ? 0 : decode_bitmap(media);
    } else {
        result = decode_at(media, seconds);
    }
    if (result < 0) return cmedia_fail(cmedia_damaged, result, "frame", text, size);
    return cmedia_reader_fill(media, out, text, size);
}
