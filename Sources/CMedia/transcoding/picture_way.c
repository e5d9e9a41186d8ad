#include "film.h"
#include "mastering.h"
#include "../turns.h"

#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <math.h>
#include <string.h>

static int64_t end_ticks(const transcoder *film, const track *from) { return isinf(film->options.end) ? INT64_MAX : track_ticks(from, film->options.end); }

static int open_encoder(transcoder *film, const AVFrame *frame) {
    picture_way *way = &film->picture;
    const transcoder_options *options = &film->options;
    const char *name = options->picture == transcoder_hevc ? "libx265" : options->picture == transcoder_av1 ? "libsvtav1" : "libx264";
    const AVCodec *codec = avcodec_find_encoder_by_name(name);
    if (!codec) return AVERROR_ENCODER_NOT_FOUND;
    AVCodecContext *encoder = way->encoder = avcodec_alloc_context3(codec);
    if (!encoder) return AVERROR(ENOMEM);
    encoder->width = frame->width;
    encoder->height = frame->height;
    encoder->pix_fmt = frame->format;
    encoder->time_base = way->from.stream->time_base;
    encoder->framerate = way->from.stream->avg_frame_rate;
    encoder->sample_aspect_ratio = (AVRational){1, 1};
    encoder->color_range = AVCOL_RANGE_MPEG;
    const AVFrame *source = way->held;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(source->format);
    const int is_coloured = format && format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL);
    const int is_standard = way->made.tones != NULL || is_coloured;
    encoder->colorspace = is_standard ? AVCOL_SPC_BT709 : source->colorspace;
    encoder->color_primaries = is_standard ? AVCOL_PRI_BT709 : source->color_primaries;
    encoder->color_trc = is_standard ? AVCOL_TRC_BT709 : source->color_trc;
    encoder->chroma_sample_location = way->made.tones ? AVCHROMA_LOC_UNSPECIFIED : source->chroma_location;
    encoder->thread_count = 0;
    if (options->forward_only) encoder->max_b_frames = 0;
    if (film->output->oformat->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    av_opt_set(encoder->priv_data, "preset", film->speed, 0);
    av_opt_set_double(encoder->priv_data, "crf", options->quality, 0);
    if (options->picture == transcoder_hevc) {
        encoder->codec_tag = MKTAG('h', 'v', 'c', '1');
        char parameters[256] = "log-level=none";
        if (options->forward_only) strcat(parameters, ":bframes=0");
        if (frame->format == AV_PIX_FMT_YUV420P10) mastering_parameters(source, parameters, sizeof parameters);
        av_opt_set(encoder->priv_data, "x265-params", parameters, 0);
    }
    int result = avcodec_open2(encoder, codec, NULL);
    if (result < 0) return result;
    way->to = avformat_new_stream(film->output, NULL);
    if (!way->to) return AVERROR(ENOMEM);
    way->to->time_base = encoder->time_base;
    way->to->avg_frame_rate = encoder->framerate;
    way->packet = av_packet_alloc();
    result = avcodec_parameters_from_context(way->to->codecpar, encoder);
    way->to->codecpar->codec_tag = encoder->codec_tag;
    return way->packet ? result : AVERROR(ENOMEM);
}

// Which pixels are encoded: 10 bits where they are wanted and there, or where tones are made of them.
static enum AVPixelFormat pixels(const transcoder *film, const AVFrame *frame) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    return film->options.deep && film->options.picture != transcoder_h264 && format && format->comp[0].depth > 8 ? AV_PIX_FMT_YUV420P10 : AV_PIX_FMT_YUV420P;
}

// Decodes up to the frame that shows at `start`. Some films have no frame before it where their index says so.
static int find_start(transcoder *film) {
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

static int copy_parameters(transcoder *film) {
    picture_way *way = &film->picture;
    way->to = avformat_new_stream(film->output, NULL);
    way->packet = av_packet_alloc();
    if (!way->to || !way->packet) return AVERROR(ENOMEM);
    int result = avcodec_parameters_copy(way->to->codecpar, way->from.stream->codecpar);
    if (result < 0) return result;
    way->to->time_base = way->from.stream->time_base;
    way->to->avg_frame_rate = way->from.stream->avg_frame_rate;
    way->to->disposition = way->from.stream->disposition;
    if (avformat_query_codec(film->output->oformat, way->to->codecpar->codec_id, FF_COMPLIANCE_NORMAL) == 0) return AVERROR_ENCODER_NOT_FOUND;
    size_t size = 0;
    const uint8_t *matrix = av_stream_get_side_data(way->from.stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    uint8_t *copy = matrix ? av_stream_new_side_data(way->to, AV_PKT_DATA_DISPLAYMATRIX, size) : NULL;
    if (copy) memcpy(copy, matrix, size);
    if (film->options.start > 0) track_seek(&way->from, film->options.start);
    return 0;
}

int picture_begin(transcoder *film) {
    picture_way *way = &film->picture;
    way->start = track_ticks(&way->from, film->options.start);
    way->end = end_ticks(film, &way->from);
    way->zero = film->options.container == transcoder_fragments ? way->from.origin : way->start;
    way->latest = INT64_MIN;
    if (film->options.picture == transcoder_copy) return copy_parameters(film);
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
    result = picture_convert(&way->made, way->held, &first);
    return result < 0 ? result : open_encoder(film, first);
}

static int64_t duration_of(picture_way *way, int64_t pts) {
    for (int index = 0; index < MAX_DELAY; index++)
        if (way->times[index].pts == pts && way->times[index].duration > 0) return way->times[index].duration;
    return 0;
}

static int give(transcoder *film, AVFrame *frame) {
    picture_way *way = &film->picture;
    int result = avcodec_send_frame(way->encoder, frame);
    while (result >= 0) {
        result = avcodec_receive_packet(way->encoder, way->packet);
        if (result == AVERROR(EAGAIN)) return 0;
        if (result < 0) return result;
        const int64_t duration = duration_of(way, way->packet->pts);
        if (duration > 0) way->packet->duration = duration;
        result = output_packet(film, way->packet, way->encoder->time_base, way->to);
    }
    return result;
}

// Encodes the frame that waits, which shows until `until`.
static int encode_held(transcoder *film, int64_t until) {
    picture_way *way = &film->picture;
    int64_t ticks = frame_ticks(way->held);
    if (ticks == AV_NOPTS_VALUE || ticks < way->start) ticks = way->start;
    if (ticks <= way->latest) ticks = way->latest + 1;
    AVFrame *frame = NULL;
    const int result = picture_convert(&way->made, way->held, &frame);
    if (result < 0) return result;
    frame->pts = ticks - way->zero;
    // The source's kinds of frames are none of the encoder's business.
    frame->pict_type = AV_PICTURE_TYPE_NONE;
    way->times[way->next_time].pts = frame->pts;
    way->times[way->next_time].duration = until > ticks ? until - ticks : 1;
    way->next_time = (way->next_time + 1) % MAX_DELAY;
    way->latest = ticks;
    way->frames++;
    way->done = track_seconds(&way->from, ticks);
    return give(film, frame);
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

static int copy_step(transcoder *film) {
    picture_way *way = &film->picture;
    int result = track_read(&way->from);
    AVPacket *packet = way->from.packet;
    if (result >= 0 && packet->dts == AV_NOPTS_VALUE) packet->dts = packet->pts;
    if (result >= 0 && (packet->pts == AV_NOPTS_VALUE || packet->dts == AV_NOPTS_VALUE)) return AVERROR_PATCHWELCOME;
    if (result < 0 || packet->dts >= way->end) {
        way->ended = 1;
        return result == AVERROR_EOF ? 0 : result;
    }
    if (!way->begun && !(packet->flags & AV_PKT_FLAG_KEY)) return 0;
    way->begun = 1;
    if (packet->pts >= way->end) {
        if (way->waiting_count == MAX_WAITING) return 0;
        AVPacket *kept = way->waiting[way->waiting_count++] = av_packet_alloc();
        if (!kept) return AVERROR(ENOMEM);
        av_packet_move_ref(kept, packet);
        return 0;
    }
    way->done = track_seconds(&way->from, packet->pts);
    for (int index = 0; index <= way->waiting_count && result >= 0; index++) {
        AVPacket *next = index < way->waiting_count ? way->waiting[index] : packet;
        next->pts -= way->zero;
        next->dts -= way->zero;
        way->frames++;
        result = output_packet(film, next, way->from.stream->time_base, way->to);
    }
    for (int index = 0; index < way->waiting_count; index++) av_packet_free(&way->waiting[index]);
    way->waiting_count = 0;
    return result;
}

int picture_step(transcoder *film) {
    picture_way *way = &film->picture;
    if (film->options.picture == transcoder_copy) return copy_step(film);
    int result = track_decode(&way->from);
    if (result < 0 && result != AVERROR_EOF) return result;
    const int64_t ticks = result < 0 ? way->end : frame_ticks(way->from.frame);
    if (result >= 0 && ticks != AV_NOPTS_VALUE && ticks <= way->start) {
        // It takes the place of one that would have shown before the beginning.
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
        result = give(film, NULL);
        return result == AVERROR_EOF ? 0 : result;
    }
    av_frame_unref(way->held);
    av_frame_move_ref(way->held, way->from.frame);
    return 0;
}

void picture_end(picture_way *way) {
    track_close(&way->from);
    picture_close(&way->made);
    avcodec_free_context(&way->encoder);
    av_packet_free(&way->packet);
    av_frame_free(&way->held);
    for (int index = 0; index < way->waiting_count; index++) av_packet_free(&way->waiting[index]);
}
