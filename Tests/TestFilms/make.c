#include "test_films.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    AVFormatContext *format;
    AVCodecContext *picture, *sound;
    AVStream *picture_track, *sound_track;
    AVPacket *packet;
    uint8_t *bytes;
    int64_t count, room, position;
} maker;

// Opens an encoder, and leaves the calling thread's priority as it was. In a process of root's SVT-AV1 makes it a real-time one, which every thread and process that
// is begun there later has too: then nothing else runs.
static int open_in_turn(AVCodecContext *context, const AVCodec *codec, AVDictionary **options) {
    int policy;
    struct sched_param parameters;
    int is_known = pthread_getschedparam(pthread_self(), &policy, &parameters) == 0;
    int result = avcodec_open2(context, codec, options);
    if (is_known && pthread_setschedparam(pthread_self(), policy, &parameters) != 0 && result >= 0) return AVERROR(EPERM);
    return result;
}

// libavformat's own memory loses what AVI goes back for.
static int write_memory(void *opaque, uint8_t *bytes, int count) {
    maker *to = opaque;
    if (to->position + count > to->room) {
        to->room = (to->position + count) * 2;
        to->bytes = av_realloc(to->bytes, (size_t)to->room);
        if (!to->bytes) return AVERROR(ENOMEM);
    }
    memcpy(to->bytes + to->position, bytes, (size_t)count);
    to->position += count;
    if (to->position > to->count) to->count = to->position;
    return count;
}

static int64_t seek_memory(void *opaque, int64_t offset, int whence) {
    maker *to = opaque;
    if (whence == AVSEEK_SIZE) return to->count;
    return whence == SEEK_SET && offset >= 0 && offset <= to->count ? (to->position = offset) : AVERROR(EINVAL);
}

static int open_track(maker *maker, const char *name, const test_film *film, AVCodecContext **out, AVStream **track) {
    const AVCodec *codec = avcodec_find_encoder_by_name(name);
    AVCodecContext *context = *out = codec ? avcodec_alloc_context3(codec) : NULL;
    if (!context) return AVERROR_ENCODER_NOT_FOUND;
    if (codec->type == AVMEDIA_TYPE_VIDEO) {
        context->width = film->width;
        context->height = film->height;
        context->pix_fmt = av_get_pix_fmt(film->pixels);
        context->time_base = film->is_variable ? (AVRational){1, 600} : (AVRational){1, film->rate};
        context->framerate = (AVRational){film->rate, 1};
        context->gop_size = film->rate;
        context->color_primaries = film->primaries ? film->primaries : AVCOL_PRI_BT709;
        context->color_trc = film->transfer ? film->transfer : AVCOL_TRC_BT709;
        context->colorspace = film->matrix ? film->matrix : AVCOL_SPC_BT709;
        context->color_range = AVCOL_RANGE_MPEG;
        if (strstr(name, "libx265")) context->codec_tag = MKTAG('h', 'v', 'c', '1');
    } else {
        context->sample_rate = film->sample_rate;
        context->sample_fmt = codec->sample_fmts[0];
        av_channel_layout_default(&context->ch_layout, film->channels);
        context->time_base = (AVRational){1, film->sample_rate};
        context->bit_rate = 96000;
    }
    context->thread_count = 1;
    context->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
    if (maker->format->oformat->flags & AVFMT_GLOBALHEADER) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    AVDictionary *options = NULL;
    if (!strcmp(name, "libx265")) av_dict_set(&options, "x265-params", "log-level=none", 0);
    if (codec->type == AVMEDIA_TYPE_VIDEO && film->options) av_dict_parse_string(&options, film->options, "=", ";", 0);
    int result = open_in_turn(context, codec, &options);
    av_dict_free(&options);
    if (result < 0) return result;
    AVStream *stream = *track = avformat_new_stream(maker->format, NULL);
    if (!stream) return AVERROR(ENOMEM);
    stream->time_base = context->time_base;
    if (codec->type == AVMEDIA_TYPE_VIDEO) stream->avg_frame_rate = context->framerate;
    if (codec->type == AVMEDIA_TYPE_VIDEO && film->rotation) {
        int32_t *matrix = (int32_t *)(void *)av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof(int32_t));
        if (matrix) av_display_rotation_set(matrix, film->rotation);
    }
    result = avcodec_parameters_from_context(stream->codecpar, context);
    if (context->codec_tag) stream->codecpar->codec_tag = context->codec_tag;
    return result;
}

static int send(maker *maker, AVCodecContext *context, AVStream *track, AVFrame *frame) {
    int result = avcodec_send_frame(context, frame);
    while (result >= 0) {
        result = avcodec_receive_packet(context, maker->packet);
        if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
        if (result < 0) return result;
        if (maker->packet->duration == 0 && context->codec_type == AVMEDIA_TYPE_VIDEO) maker->packet->duration = av_rescale_q(1, av_inv_q(context->framerate), context->time_base);
        av_packet_rescale_ts(maker->packet, context->time_base, track->time_base);
        maker->packet->stream_index = track->index;
        result = av_interleaved_write_frame(maker->format, maker->packet);
    }
    return result;
}

static void paint(AVFrame *frame, int number) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    const int deep = format->comp[0].depth > 8, scale = 1 << (format->comp[0].depth - 8), grey = 16 + number * 8 % 208;
    const int square = frame->height / 4;
    for (int plane = 0; plane < 3; plane++) {
        const int width = AV_CEIL_RSHIFT(frame->width, plane ? format->log2_chroma_w : 0), height = AV_CEIL_RSHIFT(frame->height, plane ? format->log2_chroma_h : 0);
        for (int y = 0; y < height; y++) {
            uint8_t *row = frame->data[plane] + (ptrdiff_t)y * frame->linesize[plane];
            for (int x = 0; x < width; x++) {
                const int value = plane ? 128 : x < square && y < square ? 235 : grey;
                if (deep) ((uint16_t *)(void *)row)[x] = (uint16_t)(value * scale);
                else row[x] = (uint8_t)value;
            }
        }
    }
}

// Number n of a variable film shows from n * (n + 19) / 20 of its usual frames on.
static int64_t ticks(const test_film *film, int number) {
    return film->is_variable ? llround(600.0 / film->rate * number * (number + 19) / 20) : number;
}

static int pictures(maker *maker, const test_film *film, AVFrame *frame) {
    if (!film->video) return 0;
    for (int number = 0; number < (int)lround(film->seconds * film->rate); number++) {
        av_frame_unref(frame);
        frame->format = maker->picture->pix_fmt;
        frame->width = film->width;
        frame->height = film->height;
        int result = av_frame_get_buffer(frame, 0);
        if (result < 0) return result;
        paint(frame, number);
        frame->pts = ticks(film, number);
        if ((result = send(maker, maker->picture, maker->picture_track, frame)) < 0) return result;
    }
    return send(maker, maker->picture, maker->picture_track, NULL);
}

static int tones(maker *maker, const test_film *film, AVFrame *frame) {
    if (!film->audio) return 0;
    const int64_t all = llround(film->seconds * film->sample_rate);
    const int step = maker->sound->frame_size > 0 ? maker->sound->frame_size : 1024;
    for (int64_t at = 0; at < all; at += step) {
        av_frame_unref(frame);
        frame->format = maker->sound->sample_fmt;
        frame->sample_rate = film->sample_rate;
        frame->nb_samples = (int)(all - at < step ? all - at : step);
        av_channel_layout_copy(&frame->ch_layout, &maker->sound->ch_layout);
        int result = av_frame_get_buffer(frame, 0);
        if (result < 0) return result;
        const int planar = av_sample_fmt_is_planar(frame->format), floats = av_get_packed_sample_fmt(frame->format) == AV_SAMPLE_FMT_FLT;
        for (int index = 0; index < frame->nb_samples * film->channels; index++) {
            const int channel = planar ? index / frame->nb_samples : index % film->channels, sample = planar ? index % frame->nb_samples : index / film->channels;
            const double value = 0.25 * sin(2 * M_PI * 440 * (double)(at + sample) / film->sample_rate);
            uint8_t *data = frame->extended_data[planar ? channel : 0];
            const int place = planar ? sample : index;
            if (floats) ((float *)(void *)data)[place] = (float)value;
            else ((int16_t *)(void *)data)[place] = (int16_t)lround(value * 32767);
        }
        frame->pts = at;
        if ((result = send(maker, maker->sound, maker->sound_track, frame)) < 0) return result;
    }
    return send(maker, maker->sound, maker->sound_track, NULL);
}

static int make(maker *maker, const test_film *film, AVFrame *frame, uint8_t **bytes, size_t *count) {
    int result = avformat_alloc_output_context2(&maker->format, NULL, film->container, NULL);
    if (result >= 0 && film->video) result = open_track(maker, film->video, film, &maker->picture, &maker->picture_track);
    if (result >= 0 && film->audio) result = open_track(maker, film->audio, film, &maker->sound, &maker->sound_track);
    for (const char *const *pair = film->metadata; pair && pair[0]; pair += 2) av_dict_set(&maker->format->metadata, pair[0], pair[1], 0);
    if (result < 0) return result;
    maker->format->pb = avio_alloc_context(av_malloc(65536), 65536, 1, maker, NULL, (void *)write_memory, seek_memory);
    maker->format->flags |= AVFMT_FLAG_BITEXACT;
    AVDictionary *options = NULL;
    if (film->is_fragmented) av_dict_set(&options, "movflags", "frag_keyframe+empty_moov+default_base_moof+dash", 0);
    else if (film->metadata) av_dict_set(&options, "movflags", "use_metadata_tags", 0);
    result = avformat_write_header(maker->format, &options);
    av_dict_free(&options);
    if (result >= 0) result = pictures(maker, film, frame);
    if (result >= 0) result = tones(maker, film, frame);
    if (result >= 0) result = av_write_trailer(maker->format);
    avio_flush(maker->format->pb);
    av_freep(&maker->format->pb->buffer);
    avio_context_free(&maker->format->pb);
    *bytes = maker->bytes;
    *count = (size_t)maker->count;
    return result;
}

int test_film_make(const test_film *film, uint8_t **bytes, size_t *count, char *text, size_t size) {
    av_log_set_level(AV_LOG_QUIET);
    maker maker = {.packet = av_packet_alloc()};
    AVFrame *frame = av_frame_alloc();
    const int result = make(&maker, film, frame, bytes, count);
    if (result < 0) av_strerror(result, text, size);
    avcodec_free_context(&maker.picture);
    avcodec_free_context(&maker.sound);
    avformat_free_context(maker.format);
    av_packet_free(&maker.packet);
    av_frame_free(&frame);
    return result < 0 ? -1 : 0;
}

void test_film_free(uint8_t *bytes) { av_free(bytes); }
