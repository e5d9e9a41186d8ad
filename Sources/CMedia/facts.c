#include "warnings.h"
#include "facts.h"
#include "memory_input.h"
#include "turns.h"

#include <libavformat/avformat.h>
#include <libavutil/log.h>
#include <libavutil/pixdesc.h>
#include <math.h>
#include <string.h>

static int fail(char *message, size_t capacity, int error) {
    if (capacity > 0) av_strerror(error, message, capacity);
    return -1;
}

static void send_all(AVDictionary *entries, int32_t stream, cmedia_handler handler, void *context) {
    const AVDictionaryEntry *entry = NULL;
    while ((entry = av_dict_get(entries, "", entry, AV_DICT_IGNORE_SUFFIX))) handler(context, stream, entry->key, entry->value);
}

static void describe_tag(uint32_t tag, char text[5]) {
    for (int index = 0; index < 4; index++) {
        const char character = (char)(tag >> (8 * index));
        text[index] = character >= 0x20 && character < 0x7f ? character : tag ? '?' : 0;
    }
    text[4] = 0;
}

static double frame_rate(const AVFormatContext *format, const AVStream *stream) {
    const double seconds = stream->duration != AV_NOPTS_VALUE ? stream->duration * av_q2d(stream->time_base) : (double)format->duration / AV_TIME_BASE;
    if (stream->avg_frame_rate.num > 0 && stream->avg_frame_rate.den > 0) return av_q2d(stream->avg_frame_rate);
    if (stream->nb_frames > 0 && seconds > 0) return stream->nb_frames / seconds;
    return stream->r_frame_rate.num > 0 && stream->r_frame_rate.den > 0 ? av_q2d(stream->r_frame_rate) : 0;
}

/// Of what the container says of the codec, since nothing is decoded here: 0 where it does not tell.
static int32_t configured_bits(const AVCodecParameters *parameters) {
    const uint8_t *said = parameters->extradata;
    const int size = parameters->extradata_size;
    switch (parameters->codec_id) {
    // Of an hvcC box, whose first byte is its version; streams that begin with a start code have none.
    case AV_CODEC_ID_HEVC: return size > 17 && said[0] == 1 ? (said[17] & 7) + 8 : 0;
    // Of an av1C box.
    case AV_CODEC_ID_AV1: return size > 2 && said[0] == 0x81 ? (said[2] & 0x40 ? (said[2] & 0x20 ? 12 : 10) : 8) : 0;
    default: return 0;
    }
}

static void describe_video(const AVFormatContext *format, const AVStream *stream, cmedia_facts *facts) {
    const AVCodecParameters *parameters = stream->codecpar;
    facts->width = parameters->width;
    facts->height = parameters->height;
    facts->rotation = quarter_turns(stream);
    facts->frame_count = stream->nb_frames;
    describe_tag(parameters->codec_tag, facts->codec_tag);
    facts->frame_rate = frame_rate(format, stream);
    const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(parameters->format);
    facts->bits_per_component = pixels ? pixels->comp[0].depth : configured_bits(parameters);
}

static int32_t track_kind(const AVCodecParameters *parameters) {
    switch (parameters->codec_type) {
    case AVMEDIA_TYPE_VIDEO: return cmedia_track_video;
    case AVMEDIA_TYPE_AUDIO: return cmedia_track_audio;
    case AVMEDIA_TYPE_SUBTITLE: return cmedia_track_subtitle;
    case AVMEDIA_TYPE_DATA: return parameters->codec_tag == MKTAG('t', 'm', 'c', 'd') ? cmedia_track_timecode : cmedia_track_metadata;
    default: return 0;
    }
}

static void describe_shape(const AVFormatContext *format, const AVStream *stream, cmedia_track *track) {
    const AVCodecParameters *parameters = stream->codecpar;
    track->width = parameters->width;
    track->height = parameters->height;
    const AVRational shape = stream->sample_aspect_ratio.num > 0 ? stream->sample_aspect_ratio : parameters->sample_aspect_ratio;
    if (shape.num > 0 && shape.den > 0 && track->width > 0) {
        const double width = round(track->width * av_q2d(shape));
        if (width >= 1 && width <= INT32_MAX) track->width = (int32_t)width;
    }
    track->frame_rate = frame_rate(format, stream);
    size_t size = 0;
    const uint8_t *bytes = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    if (!bytes || size < 9 * sizeof(int32_t)) return;
    int32_t matrix[9];
    memcpy(matrix, bytes, sizeof matrix);
    const int places[6] = {0, 1, 3, 4, 6, 7};
    track->has_matrix = 1;
    for (int index = 0; index < 6; index++) track->matrix[index] = matrix[places[index]] / 65536.0;
}

static void describe_track(const AVFormatContext *format, const AVStream *stream, cmedia_track_handler handler, void *context) {
    cmedia_track track;
    memset(&track, 0, sizeof track);
    track.kind = track_kind(stream->codecpar);
    if (track.kind == 0 || (stream->disposition & AV_DISPOSITION_ATTACHED_PIC)) return;
    // Containers without numbers of their own get their order, from 1.
    track.identifier = stream->id > 0 ? stream->id : stream->index + 1;
    describe_tag(stream->codecpar->codec_tag, track.codec_tag);
    const AVDictionaryEntry *language = av_dict_get(stream->metadata, "language", NULL, 0);
    if (language && strlen(language->value) == 3) memcpy(track.language, language->value, 4);
    const AVRational base = stream->time_base;
    if (base.num > 0 && base.den > 0) {
        // A unit that is no whole part of a second is told in microseconds.
        const AVRational unit = base.num == 1 ? base : (AVRational){1, AV_TIME_BASE};
        track.timescale = unit.den;
        if (stream->start_time != AV_NOPTS_VALUE) track.start = av_rescale_q(stream->start_time, base, unit);
        if (stream->duration != AV_NOPTS_VALUE) track.duration = av_rescale_q(stream->duration, base, unit);
        else if (format->duration != AV_NOPTS_VALUE) track.duration = av_rescale_q(format->duration, AV_TIME_BASE_Q, unit);
    }
    if (track.kind == cmedia_track_video) describe_shape(format, stream, &track);
    track.bit_rate = stream->codecpar->bit_rate;
    handler(context, &track);
}

static void describe(AVFormatContext *format, cmedia_handler handler, cmedia_track_handler track_handler, void *context, cmedia_facts *facts) {
    double longest = 0;
    for (unsigned index = 0; index < format->nb_streams; index++) {
        const AVStream *stream = format->streams[index];
        const int is_picture = stream->disposition & AV_DISPOSITION_ATTACHED_PIC;
        if (stream->duration != AV_NOPTS_VALUE) {
            const double seconds = stream->duration * av_q2d(stream->time_base);
            if (seconds > longest) longest = seconds;
        }
        if (stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) facts->has_audio = 1;
        if (stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO && !is_picture && !facts->has_video) {
            facts->has_video = 1;
            describe_video(format, stream, facts);
        }
        send_all(stream->metadata, (int32_t)index, handler, context);
        describe_track(format, stream, track_handler, context);
    }
    send_all(format->metadata, -1, handler, context);
    facts->duration = format->duration != AV_NOPTS_VALUE ? (double)format->duration / AV_TIME_BASE : longest;
}

// A stream without a size has told it only in its packets; everything a camera writes tells it in the header.
static int needs_packets(const AVFormatContext *format) {
    if (format->nb_streams == 0 || (format->ctx_flags & AVFMTCTX_NOHEADER)) return 1;
    for (unsigned index = 0; index < format->nb_streams; index++) {
        const AVCodecParameters *parameters = format->streams[index]->codecpar;
        if (parameters->codec_type == AVMEDIA_TYPE_VIDEO && parameters->width == 0) return 1;
    }
    return 0;
}

int cmedia_read_facts(const void *bytes, size_t count, cmedia_handler handler, cmedia_track_handler track_handler, void *context,
                      cmedia_facts *facts, char *message, size_t message_capacity) {
    memset(facts, 0, sizeof *facts);
    cmedia_hush();
    memory_input file = {.bytes = bytes, .count = (int64_t)count};
    AVIOContext *input = memory_input_open(&file, 32 << 10);
    AVFormatContext *format = input ? avformat_alloc_context() : NULL;
    if (!format) {
        memory_input_close(&input);
        return fail(message, message_capacity, AVERROR(ENOMEM));
    }
    format->pb = input;
    // References out of the file, to other files, are refused whatever the container says.
    AVDictionary *options = NULL;
    av_dict_set(&options, "format_whitelist", "mov,mp4,m4a,3gp,3g2,mj2,avi,matroska,webm,wav,mp3,caf", 0);
    av_dict_set(&options, "protocol_whitelist", "", 0);
    av_dict_set(&options, "enable_drefs", "0", 0);
    av_dict_set(&options, "export_all", "1", 0);
    int error = avformat_open_input(&format, NULL, NULL, &options);
    av_dict_free(&options);
    if (error >= 0 && needs_packets(format)) error = avformat_find_stream_info(format, NULL);
    if (error >= 0) describe(format, handler, track_handler, context, facts);
    avformat_close_input(&format);
    memory_input_close(&input);
    return error >= 0 ? 0 : fail(message, message_capacity, error);
}
