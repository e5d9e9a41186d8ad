#include "state.h"
#include "warnings.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <stdio.h>

enum { IO_BUFFER = 64 << 10, PROBE_BYTES = 5 << 20, MAX_STEPS = 8192 };

int cmedia_fail(int code, int result, const char *what, char *text, size_t size) {
    char reason[AV_ERROR_MAX_STRING_SIZE] = "";
    if (result < 0) av_strerror(result, reason, sizeof reason);
    snprintf(text, size, "%s%s%s", what, reason[0] ? ": " : "", reason);
    return result == AVERROR(ENOMEM) ? cmedia_no_memory : code;
}

static cmedia_reader *make(const void *bytes, size_t length) {
    cmedia_hush();
    cmedia_reader *media = av_mallocz(sizeof *media);
    if (!media) return NULL;
    media->input = (memory_input){.bytes = bytes, .count = (int64_t)length};
    media->stream = -1;
    media->steps = MAX_STEPS;
    media->packet = av_packet_alloc();
    media->frame = av_frame_alloc();
    media->converted = av_frame_alloc();
    return media;
}

static int open_codec(cmedia_reader *media, const AVCodec *codec, const AVCodecParameters *parameters, int64_t max_pixels, char *text, size_t size) {
    media->codec = codec ? avcodec_alloc_context3(codec) : NULL;
    if (!media->codec || !media->packet || !media->frame || !media->converted)
        return cmedia_fail(cmedia_no_memory, 0, "no memory for a decoder", text, size);
    int result = parameters ? avcodec_parameters_to_context(media->codec, parameters) : 0;
    if (result < 0) return cmedia_fail(cmedia_damaged, result, "track parameters", text, size);
    media->codec->thread_count = 1;
    media->codec->max_pixels = max_pixels;
    result = avcodec_open2(media->codec, codec, NULL);
    if (result < 0) return cmedia_fail(cmedia_unsupported, result, codec->name, text, size);
    return cmedia_ok;
}

// The first track of pictures from `track` on. An image sequence has its alpha in another one, which libavformat may find the better film.
static int first_track(const AVFormatContext *format, int track, const AVCodec **codec) {
    for (unsigned i = (unsigned)track; i < format->nb_streams; i++) {
        const AVCodecParameters *parameters = format->streams[i]->codecpar;
        if (parameters->codec_type != AVMEDIA_TYPE_VIDEO) continue;
        *codec = avcodec_find_decoder(parameters->codec_id);
        return *codec ? (int)i : AVERROR_DECODER_NOT_FOUND;
    }
    return AVERROR_STREAM_NOT_FOUND;
}

static int open_film(const void *bytes, size_t length, int64_t max_pixels, int track, cmedia_reader **out, char *text, size_t size) {
    cmedia_reader *media = *out = make(bytes, length);
    if (media) media->io = memory_input_open(&media->input, IO_BUFFER);
    if (!media || !media->io) return cmedia_fail(cmedia_no_memory, 0, "no memory for a film", text, size);
    media->format = avformat_alloc_context();
    if (!media->format) return cmedia_fail(cmedia_no_memory, 0, "no memory for a film", text, size);
    media->format->pb = media->io;
    media->format->probesize = PROBE_BYTES;
    media->format->max_analyze_duration = AV_TIME_BASE;
    media->format->max_streams = 64;
    // Never a path or address from inside the file.
    media->format->protocol_whitelist = av_strdup("");
    if (track >= 0) media->format->format_whitelist = av_strdup("mov,apng");
    int result = avformat_open_input(&media->format, NULL, NULL, NULL);
    if (result < 0) return cmedia_fail(cmedia_damaged, result, "film header", text, size);
    const AVCodec *codec = NULL;
    media->stream = av_find_best_stream(media->format, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    if (media->stream < 0 || media->format->streams[media->stream]->codecpar->width <= 0) {
        result = avformat_find_stream_info(media->format, NULL);
        if (result < 0) return cmedia_fail(cmedia_damaged, result, "film tracks", text, size);
        media->stream = av_find_best_stream(media->format, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    }
    if (track >= 0) media->stream = first_track(media->format, track, &codec);
    if (media->stream == AVERROR_DECODER_NOT_FOUND) return cmedia_fail(cmedia_unsupported, 0, "no decoder for the film's codec", text, size);
    if (media->stream < 0) return cmedia_fail(cmedia_unsupported, 0, "no film track", text, size);
    for (unsigned i = 0; i < media->format->nb_streams; i++)
        if ((int)i != media->stream) media->format->streams[i]->discard = AVDISCARD_ALL;
    return open_codec(media, codec, media->format->streams[media->stream]->codecpar, max_pixels, text, size);
}

int cmedia_reader_open(const void *bytes, size_t length, int64_t max_pixels, cmedia_reader **out, char *text, size_t size) {
    return open_film(bytes, length, max_pixels, -1, out, text, size);
}

int cmedia_reader_open_frames(const void *bytes, size_t length, int64_t max_pixels, int track, cmedia_reader **out, char *text, size_t size) {
    return open_film(bytes, length, max_pixels, track, out, text, size);
}

int cmedia_reader_open_bitmap(const void *bytes, size_t length, int64_t max_pixels, cmedia_reader **out, char *text, size_t size) {
    cmedia_reader *media = *out = make(bytes, length);
    if (!media) return cmedia_fail(cmedia_no_memory, 0, "no memory for a bitmap", text, size);
    const AVCodec *codec = avcodec_find_decoder(AV_CODEC_ID_BMP);
    if (!codec) return cmedia_fail(cmedia_unsupported, 0, "no decoder for BMP", text, size);
    int result = open_codec(media, codec, NULL, max_pixels, text, size);
    if (result) return result;
    cmedia_frame frame;
    return cmedia_reader_still(media, 0, &frame, text, size);
}

void cmedia_reader_close(cmedia_reader *media) {
    if (!media) return;
    avcodec_free_context(&media->codec);
    avformat_close_input(&media->format);
    memory_input_close(&media->io);
    av_packet_free(&media->packet);
    av_frame_free(&media->frame);
    av_frame_free(&media->converted);
    av_free(media);
}

int cmedia_reader_width(cmedia_reader *media) { return media->stream < 0 ? media->frame->width : media->format->streams[media->stream]->codecpar->width; }
int cmedia_reader_height(cmedia_reader *media) { return media->stream < 0 ? media->frame->height : media->format->streams[media->stream]->codecpar->height; }
