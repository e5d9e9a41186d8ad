#include "film.h"
#include "../turns.h"

#include <libavutil/pixdesc.h>
#include <math.h>

static int64_t end_ticks(const cmedia_transcoder *film, const track *from) { return isinf(film->options.end) ? INT64_MAX : track_ticks(from, film->options.end); }

// Which pixels are encoded: 10 bits where they are wanted and there, or where tones are made of them.
static enum AVPixelFormat pixels(const cmedia_transcoder *film, const AVFrame *frame) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    return film->options.deep && film->options.picture != cmedia_transcoder_h264 && format && format->comp[0].depth > 8 ? AV_PIX_FMT_YUV420P10 : AV_PIX_FMT_YUV420P;
}

// Decodes up to the frame that shows at `start`. Some films have no frame before it where their index says so.
static int find_start(cmedia_transcoder *film) {
    picture_way *way = &film->picture;
    double margin = 0;
    for (int attempt = 0;; attempt++) {
        if (film->options.start > 0) track_seek(&way->from, fmax(0, film->options.start - margin));
        const int result = track_decode(&way->from);
        if (result < 0 && (film->options.start <= 0 || attempt == 2)) return result;
        if (result >= 0 && (film->options.start <= 0 || attempt == 2 || frame_ticks(way->from.frame) <= way->start)) break;
        margin = attempt == 0 ? 3 : film->options.start;
    }
    av_frame_move_ref(way->held, way->from.frame);
    way->has_held = 1;
    return 0;
}

// When the frame that waits shows.
static int64_t moment_of_held(const picture_way *way) {
    int64_t ticks = frame_ticks(way->held);
    if (ticks == AV_NOPTS_VALUE || ticks < way->start) ticks = way->start;
    return ticks <= way->latest ? way->latest + 1 : ticks;
}

// The frame that waits as it is encoded.
static int picture_made(cmedia_transcoder *film, int64_t ticks, AVFrame **out) {
    picture_way *way = &film->picture;
    if (way->ready) {
        *out = way->ready;
        way->ready = NULL;
        return 0;
    }
    const int result = picture_convert(&way->made, way->held, out);
    return result < 0 || !film->edit ? result : picture_edit(film, *out, track_seconds(&way->from, ticks), out);
}

int picture_begin(cmedia_transcoder *film) {
    picture_way *way = &film->picture;
    way->start = track_ticks(&way->from, film->options.start);
    way->end = end_ticks(film, &way->from);
    way->zero = film->options.container == cmedia_transcoder_fragments ? way->from.origin : film_slowed_ticks(film, &way->from, way->start);
    way->latest = INT64_MIN;
    if (film->options.picture == cmedia_transcoder_copy) return picture_begin_copying(film);
    int result = track_open_decoder(&way->from, film->options.max_pixels);
    if (result < 0) return result;
    way->held = av_frame_alloc();
    if (!way->held) return AVERROR(ENOMEM);
    result = find_start(film);
    if (result < 0) return result == AVERROR_EOF ? AVERROR_INVALIDDATA : result;
    way->made.turn = quarter_turns(way->from.stream);
    way->made.out_format = pixels(film, way->held);
    if (way->made.out_format == AV_PIX_FMT_YUV420P10) way->made.tones = NULL;
    AVRational shape = way->from.stream->sample_aspect_ratio;
    if (shape.num <= 0) shape = way->held->sample_aspect_ratio;
    picture_measure(&way->made, way->held, shape, film->options.long_side, film->options.short_side);
    AVFrame *first = NULL;
    result = picture_made(film, moment_of_held(way), &first);
    if (result < 0) return result;
    if (film->edit) way->ready = first;
    return picture_open_encoder(film, first);
}

// Encodes the frame that waits, which shows until `until`.
static int encode_held(cmedia_transcoder *film, int64_t until) {
    picture_way *way = &film->picture;
    const int64_t ticks = moment_of_held(way);
    AVFrame *frame = NULL;
    const int result = picture_made(film, ticks, &frame);
    if (result < 0) return result;
    const int64_t shown = film_slowed_ticks(film, &way->from, ticks);
    frame->pts = shown - way->zero;
    // The source's kinds of frames are none of the encoder's business.
    frame->pict_type = AV_PICTURE_TYPE_NONE;
    way->times[way->next_time].pts = frame->pts;
    way->times[way->next_time].duration = until > ticks ? film_slowed_ticks(film, &way->from, until) - shown : 1;
    way->next_time = (way->next_time + 1) % MAX_DELAY;
    way->latest = ticks;
    way->frames++;
    way->done = track_seconds(&way->from, ticks);
    return picture_encode(film, frame);
}

static int64_t shown_until(const picture_way *way) {
    const AVRational rate = way->from.stream->avg_frame_rate;
    int64_t ticks = 0;
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    ticks = way->held->duration;
#else
    ticks = way->held->pkt_duration;
#endif
    if (ticks <= 0 && rate.num > 0) ticks = av_rescale_q(1, av_inv_q(rate), way->from.stream->time_base);
    const int64_t until = frame_ticks(way->held) + (ticks > 0 ? ticks : 1);
    return until < way->end ? until : way->end;
}

int picture_step(cmedia_transcoder *film) {
    picture_way *way = &film->picture;
    if (film->options.picture == cmedia_transcoder_copy) return picture_copy(film);
    int result = track_decode(&way->from);
    if (result < 0 && result != AVERROR_EOF) return result;
    const int64_t ticks = result < 0 ? way->end : frame_ticks(way->from.frame);
    if (result >= 0 && ticks != AV_NOPTS_VALUE && ticks <= way->start) {
        // It takes the place of one that would have shown before the beginning.
        way->ready = NULL;
        av_frame_unref(way->held);
        av_frame_move_ref(way->held, way->from.frame);
        return 0;
    }
    if (way->has_held && frame_ticks(way->held) < way->end) {
        const int failed = encode_held(film, result < 0 ? shown_until(way) : ticks == AV_NOPTS_VALUE || ticks > way->end ? way->end : ticks);
        if (failed < 0) return failed;
    }
    if (result < 0 || ticks >= way->end) {
        way->ended = 1;
        result = picture_encode(film, NULL);
        return result == AVERROR_EOF ? 0 : result;
    }
    av_frame_unref(way->held);
    av_frame_move_ref(way->held, way->from.frame);
    return 0;
}

void picture_end(picture_way *way) {
    track_close(&way->from);
    picture_close(&way->made);
    picture_end_editing(&way->editing);
    avcodec_free_context(&way->encoder);
    av_packet_free(&way->packet);
    av_frame_free(&way->held);
    for (int index = 0; index < way->waiting_count; index++) av_packet_free(&way->waiting[index]);
}
