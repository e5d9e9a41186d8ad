#include "state.h"
#include "turns.h"

#include <libswscale/swscale.h>

// Packets that may go by without a frame.
enum { MAX_PACKETS = 4096 };

int media_shim_turn(media_shim *media) { return media->stream < 0 ? 0 : quarter_turns(media->format->streams[media->stream]); }

// Milliseconds that the frame shows by its container; 0 where nobody says.
static int64_t duration(media_shim *media) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    int64_t ticks = media->frame->duration;
#else
    int64_t ticks = media->frame->pkt_duration;
#endif
    if (ticks <= 0) return 0;
    return av_rescale_q(ticks, media->format->streams[media->stream]->time_base, (AVRational){1, 1000});
}

int media_shim_next(media_shim *media, int64_t *milliseconds, char *text, size_t size) {
    for (int packets = 0; packets < MAX_PACKETS; packets++) {
        av_frame_unref(media->frame);
        int result = avcodec_receive_frame(media->codec, media->frame);
        if (result == AVERROR_EOF) return media_shim_end;
        if (result >= 0) {
            if (media->frame->decode_error_flags || (media->frame->flags & AV_FRAME_FLAG_CORRUPT)) break;
            *milliseconds = duration(media);
            return media_shim_ok;
        }
        if (result != AVERROR(EAGAIN)) return media_shim_fail(media_shim_damaged, result, "frame", text, size);
        do {
            av_packet_unref(media->packet);
            result = av_read_frame(media->format, media->packet);
        } while (result >= 0 && media->packet->stream_index != media->stream);
        if (result < 0 && result != AVERROR_EOF) return media_shim_fail(media_shim_damaged, result, "frame", text, size);
        result = avcodec_send_packet(media->codec, result < 0 ? NULL : media->packet);
        av_packet_unref(media->packet);
        if (result == AVERROR_PATCHWELCOME) return media_shim_fail(media_shim_unsupported, result, "frame", text, size);
        if (result < 0 && result != AVERROR_EOF) return media_shim_fail(media_shim_damaged, result, "frame", text, size);
    }
    return media_shim_fail(media_shim_damaged, 0, "a frame that can't be decoded", text, size);
}

int media_shim_describe(media_shim *media, media_shim_frame *frame, char *text, size_t size) {
    if (media->frame->width <= 0) return media_shim_fail(media_shim_damaged, 0, "no frame", text, size);
    return media_shim_fill(media, frame, text, size);
}

int media_shim_rgba(media_shim *media, uint8_t *pixels, int width, int height, char *text, size_t size) {
    AVFrame *frame = media->frame;
    if (frame->width != width || frame->height != height) return media_shim_fail(media_shim_damaged, 0, "a frame of another size", text, size);
    struct SwsContext *scaler = sws_getContext(
        width, height, frame->format, width, height, AV_PIX_FMT_RGBA, SWS_POINT | SWS_ACCURATE_RND, NULL, NULL, NULL);
    if (!scaler) return media_shim_fail(media_shim_unsupported, 0, "the picture's pixel format", text, size);
    uint8_t *rows[4] = {pixels, NULL, NULL, NULL};
    const int strides[4] = {width * 4, 0, 0, 0};
    int result = sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, height, rows, strides);
    sws_freeContext(scaler);
    return result < 0 ? media_shim_fail(media_shim_no_memory, result, "converting the frame", text, size) : media_shim_ok;
}
