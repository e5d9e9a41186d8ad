#include "facts.h"

#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/log.h>
#include <libavutil/pixdesc.h>
#include <math.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    int64_t count;
    int64_t position;
} memory;

static int read_memory(void *opaque, uint8_t *buffer, int wanted) {
    memory *file = opaque;
    const int64_t left = file->count - file->position;
    if (left <= 0) return AVERROR_EOF;
    const int taken = left < wanted ? (int)left : wanted;
    memcpy(buffer, file->bytes + file->position, taken);
    file->position += taken;
    return taken;
}

static int64_t seek_memory(void *opaque, int64_t offset, int whence) {
    memory *file = opaque;
    int64_t target;
    switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return file->count;
    case SEEK_SET: target = offset; break;
    case SEEK_CUR: target = file->position + offset; break;
    case SEEK_END: target = file->count + offset; break;
    default: return AVERROR(EINVAL);
    }
    if (target < 0 || target > file->count) return AVERROR(EINVAL);
    return file->position = target;
}

static int fail(char *message, size_t capacity, int error) {
    if (capacity > 0) av_strerror(error, message, capacity);
    return -1;
}

static int quarter_turns(const AVStream *stream) {
    size_t size = 0;
    const uint8_t *matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    if (!matrix || size < 9 * sizeof(int32_t)) return 0;
    const double counterclockwise = av_display_rotation_get((const int32_t *)matrix);
    if (isnan(counterclockwise)) return 0;
    const int degrees = (int)lround(-counterclockwise / 90) * 90;
    return ((degrees % 360) + 360) % 360;
}

static void send_all(AVDictionary *entries, int32_t stream, opk_media_handler handler, void *context) {
    const AVDictionaryEntry *entry = NULL;
    while ((entry = av_dict_get(entries, "", entry, AV_DICT_IGNORE_SUFFIX))) handler(context, stream, entry->key, entry->value);
}

static void describe_video(const AVFormatContext *format, const AVStream *stream, opk_media_facts *facts) {
    const AVCodecParameters *parameters = stream->codecpar;
    facts->width = parameters->width;
    facts->height = parameters->height;
    facts->rotation = quarter_turns(stream);
    facts->frame_count = stream->nb_frames;
    const uint32_t tag = parameters->codec_tag;
    for (int index = 0; index < 4; index++) {
        const char character = (char)(tag >> (8 * index));
        facts->codec_tag[index] = character >= 0x20 && character < 0x7f ? character : tag ? '?' : 0;
    }
    const double seconds = stream->duration != AV_NOPTS_VALUE ? stream->duration * av_q2d(stream->time_base) : (double)format->duration / AV_TIME_BASE;
    if (stream->avg_frame_rate.num > 0 && stream->avg_frame_rate.den > 0) {
        facts->frame_rate = av_q2d(stream->avg_frame_rate);
    } else if (stream->nb_frames > 0 && seconds > 0) {
        facts->frame_rate = stream->nb_frames / seconds;
    } else if (stream->r_frame_rate.num > 0 && stream->r_frame_rate.den > 0) {
        facts->frame_rate = av_q2d(stream->r_frame_rate);
    }
    const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(parameters->format);
    if (pixels) facts->bits_per_component = pixels->comp[0].depth;
}

static void describe(AVFormatContext *format, opk_media_handler handler, void *context, opk_media_facts *facts) {
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

int opk_media_read_facts(const void *bytes, size_t count, opk_media_handler handler, void *context,
                         opk_media_facts *facts, char *message, size_t message_capacity) {
    memset(facts, 0, sizeof *facts);
    av_log_set_level(AV_LOG_QUIET);
    const int buffer_size = 32768;
    memory file = {bytes, (int64_t)count, 0};
    uint8_t *buffer = av_malloc(buffer_size);
    AVIOContext *input = buffer ? avio_alloc_context(buffer, buffer_size, 0, &file, read_memory, NULL, seek_memory) : NULL;
    AVFormatContext *format = input ? avformat_alloc_context() : NULL;
    if (!format) {
        if (input) av_freep(&input->buffer); else av_free(buffer);
        avio_context_free(&input);
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
    if (error >= 0) describe(format, handler, context, facts);
    avformat_close_input(&format);
    av_freep(&input->buffer);
    avio_context_free(&input);
    return error >= 0 ? 0 : fail(message, message_capacity, error);
}
