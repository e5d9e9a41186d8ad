#include "test_films.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/pixdesc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    int64_t count, position;
} memory;

static int read_memory(void *opaque, uint8_t *buffer, int wanted) {
    memory *file = opaque;
    const int64_t left = file->count - file->position;
    if (left <= 0) return AVERROR_EOF;
    const int taken = left < wanted ? (int)left : wanted;
    memcpy(buffer, file->bytes + file->position, (size_t)taken);
    file->position += taken;
    return taken;
}

static int64_t seek_memory(void *opaque, int64_t offset, int whence) {
    memory *file = opaque;
    if (whence == AVSEEK_SIZE) return file->count;
    const int64_t target = (whence == SEEK_CUR ? file->position : whence == SEEK_END ? file->count : 0) + offset;
    return target < 0 || target > file->count ? AVERROR(EINVAL) : (file->position = target);
}

static int luma(const AVFrame *frame, int x, int y) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    const uint8_t *row = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
    return format->comp[0].depth > 8 ? ((const uint16_t *)(const void *)row)[x] >> (format->comp[0].depth - 8) : row[x];
}

static void look(const AVFrame *frame, double time, double *times, double *greys, int room, test_film_facts *facts) {
    const int width = frame->width, height = frame->height;
    if (facts->frames == 0) {
        const int places[4][2] = {{2, 2}, {width - 3, 2}, {2, height - 3}, {width - 3, height - 3}};
        for (int index = 0; index < 4; index++) facts->corners[index] = luma(frame, places[index][0], places[index][1]);
        snprintf(facts->pixels, sizeof facts->pixels, "%s", av_get_pix_fmt_name(frame->format));
        const AVFrameSideData *screen = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
        const AVFrameSideData *light = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
        if (screen) facts->screen_peak = av_q2d(((const AVMasteringDisplayMetadata *)(const void *)screen->data)->max_luminance);
        if (light) facts->light_peak = ((const AVContentLightMetadata *)(const void *)light->data)->MaxCLL;
        facts->width = width;
        facts->height = height;
        facts->primaries = frame->color_primaries;
        facts->transfer = frame->color_trc;
        facts->matrix = frame->colorspace;
    }
    if (facts->frames < room) {
        times[facts->frames] = time;
        greys[facts->frames] = luma(frame, width / 2, height / 2);
    }
    facts->frames++;
}

enum { WINDOW = 512, MARGIN = 8 };

typedef struct {
    double sum, count, latest;
    /// Of the window at hand, and of those that may be the last ones.
    double window, pending[MARGIN];
    long windows;
} ear;

static void close_window(ear *ear, test_film_facts *facts) {
    const double loudness = sqrt(ear->window / WINDOW);
    ear->window = 0;
    const double before = ear->pending[ear->windows % MARGIN];
    // The first ones are silence that an encoder needs, or a tone that begins.
    if (ear->windows >= 2 * MARGIN && (facts->quietest == 0 || before < facts->quietest)) facts->quietest = before;
    ear->pending[ear->windows++ % MARGIN] = loudness;
}

static void hear(const AVFrame *frame, double time, ear *ear, test_film_facts *facts) {
    if (ear->count == 0) facts->sound_start = time;
    const int floats = av_get_packed_sample_fmt(frame->format) == AV_SAMPLE_FMT_FLT, channels = av_sample_fmt_is_planar(frame->format) ? 1 : frame->ch_layout.nb_channels;
    for (int index = 0; index < frame->nb_samples; index++) {
        const double value = floats ? ((const float *)(const void *)frame->extended_data[0])[index * channels] : ((const int16_t *)(const void *)frame->extended_data[0])[index * channels] / 32768.0;
        if (ear->count > WINDOW * MARGIN && fabs(value - ear->latest) > facts->roughness) facts->roughness = fabs(value - ear->latest);
        ear->latest = value;
        ear->sum += value * value;
        ear->window += value * value;
        ear->count += 1;
        if ((long)ear->count % WINDOW == 0) close_window(ear, facts);
    }
    facts->sound_seconds = time + (double)frame->nb_samples / frame->sample_rate;
}

static int read(AVFormatContext *format, double *times, double *greys, int room, test_film_facts *facts) {
    int result = avformat_find_stream_info(format, NULL);
    if (result < 0) return result;
    facts->seconds = format->duration == AV_NOPTS_VALUE ? 0 : (double)format->duration / AV_TIME_BASE;
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    ear ear = {0};
    for (unsigned index = 0; index < format->nb_streams; index++) {
        AVStream *stream = format->streams[index];
        const enum AVMediaType kind = stream->codecpar->codec_type;
        if (kind != AVMEDIA_TYPE_VIDEO && kind != AVMEDIA_TYPE_AUDIO) continue;
        const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
        AVCodecContext *context = avcodec_alloc_context3(codec);
        avcodec_parameters_to_context(context, stream->codecpar);
        context->pkt_timebase = stream->time_base;
        result = avcodec_open2(context, codec, NULL);
        snprintf(kind == AVMEDIA_TYPE_VIDEO ? facts->video : facts->audio, 32, "%s", avcodec_get_name(stream->codecpar->codec_id));
        if (kind == AVMEDIA_TYPE_VIDEO) facts->has_picture = 1;
        else facts->has_sound = 1;
        size_t size = 0;
        const uint8_t *matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
        if (matrix && kind == AVMEDIA_TYPE_VIDEO) facts->rotation = ((int)lround(-av_display_rotation_get((const int32_t *)(const void *)matrix)) + 360) % 360;
        av_seek_frame(format, -1, 0, AVSEEK_FLAG_BACKWARD);
        int drained = 0;
        while (result >= 0) {
            result = avcodec_receive_frame(context, frame);
            if (result >= 0) {
                const double time = (double)frame->best_effort_timestamp * av_q2d(stream->time_base);
                if (kind == AVMEDIA_TYPE_VIDEO) look(frame, time, times, greys, room, facts);
                else hear(frame, time, &ear, facts);
                continue;
            }
            if (result != AVERROR(EAGAIN) || drained) break;
            do {
                av_packet_unref(packet);
                result = av_read_frame(format, packet);
            } while (result >= 0 && packet->stream_index != (int)index);
            drained = result < 0;
            result = avcodec_send_packet(context, drained ? NULL : packet);
            av_packet_unref(packet);
        }
        avcodec_free_context(&context);
        if (result < 0 && result != AVERROR_EOF) break;
        result = 0;
    }
    facts->loudness = ear.count > 0 ? sqrt(ear.sum / ear.count) : 0;
    av_packet_free(&packet);
    av_frame_free(&frame);
    return result;
}

int test_film_read(const uint8_t *bytes, size_t count, double *times, double *greys, int room, test_film_facts *facts, char *text, size_t size) {
    av_log_set_level(AV_LOG_QUIET);
    memset(facts, 0, sizeof *facts);
    memory file = {bytes, (int64_t)count, 0};
    AVFormatContext *format = avformat_alloc_context();
    format->pb = avio_alloc_context(av_malloc(32768), 32768, 0, &file, read_memory, NULL, seek_memory);
    AVIOContext *io = format->pb;
    int result = avformat_open_input(&format, NULL, NULL, NULL);
    if (result >= 0) result = read(format, times, greys, room, facts);
    avformat_close_input(&format);
    av_freep(&io->buffer);
    avio_context_free(&io);
    if (result < 0) av_strerror(result, text, size);
    return result < 0 ? -1 : 0;
}
