#include "state.h"
#include "turns.h"

#include <libswscale/swscale.h>

// Packets that may go by without a frame.
enum { MAX_PACKETS = 4096 };

int cmedia_reader_turn(cmedia_reader *media) { return media->stream < 0 ? 0 : quarter_turns(media->format->streams[media->stream]); }

// Milliseconds that the frame shows by its container; 0 where nobody says.
static int64_t duration(cmedia_reader *media) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    int64_t ticks = media->frame->duration;
#else
    int64_t ticks = media->frame->pkt_duration;
#endif
    if (ticks <= 0) return 0;
    return av_rescale_q(ticks, media->format->streams[media->stream]->time_base, (AVRational){1, 1000});
}

int cmedia_reader_next(cmedia_reader *media, int64_t *milliseconds, char *text, size_t size) {
    for (int packets = 0; packets < MAX_PACKETS; packets++) {
        av_frame_unref(media->frame);
        int result = avcodec_receive_frame(media->codec, media->frame);
        if (result == AVERROR_EOF) return cmedia_end;
        if (result >= 0) {
            if (media->frame->decode_error_flags || (media->frame->flags & AV_FRAME_FLAG_CORRUPT)) break;
            *milliseconds = duration(media);
            return cmedia_ok;
        }
        if (result != AVERROR(EAGAIN)) return cmedia_fail(cmedia_damaged, result, "frame", text, size);
        do {
            av_packet_unref(media->packet);
            result = av_read_frame(media->format, media->packet);
        } while (result >= 0 && media->packet->stream_index != media->stream);
        if (result < 0 && result != AVERROR_EOF) return cmedia_fail(cmedia_damaged, result, "frame", text, size);
        result = avcodec_send_packet(media->codec, result < 0 ? NULL : media->packet);
        av_packet_unref(media->packet);
        if (result == AVERROR_PATCHWELCOME) return cmedia_fail(cmedia_unsupported, result, "frame", text, size);
        if (result < 0 && result != AVERROR_EOF) return cmedia_fail(cmedia_damaged, result, "frame", text, size);
    }
    return cmedia_fail(cmedia_damaged, 0, "a frame that can't be decoded", text, size);
}

int cmedia_reader_describe(cmedia_reader *media, cmedia_frame *frame, char *text, size_t size) {
    if (media->frame->width <= 0) return cmedia_fail(cmedia_damaged, 0, "no frame", text, size);
    return cmedia_reader_fill(media, frame, text, size);
}

int cmedia_reader_rgba(cmedia_reader *media, uint8_t *pixels, int width, int height, char *text, size_t size) {
    AVFrame *frame = media->frame;
    if (frame->width != width || frame->height != height) return cmedia_fail(cmedia_damaged, 0, "a frame of another size", text, size);
    struct SwsContext *scaler = sws_getContext(
        width, height, frame->format, width, height, AV_PIX_FMT_RGBA, SWS_POINT | SWS_ACCURATE_RND, NULL, NULL, NULL);
    if (!scaler) return cmedia_fail(cmedia_unsupported, 0, "the picture's pixel format", text, size);
    uint8_t *rows[4] = {pixels, NULL, NULL, NULL};
    const int strides[4] = {width * 4, 0, 0, 0};
    int result = sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, height, rows, strides);
    sws_freeContext(scaler);
    return result < 0 ? cmedia_fail(cmedia_no_memory, result, "converting the frame", text, size) : cmedia_ok;
}
