#include "state.h"
#include "warnings.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <string.h>

enum { IO_BUFFER = 64 << 10, PROBE_BYTES = 5 << 20, MAX_STEPS = 8192 };

int cmedia_fail(int code, int result, const char *what, char *text, size_t size) {
    char reason[AV_ERROR_MAX_STRING_SIZE] = "";
    if (result < 0) av_strerror(result, reason, sizeof reason);
    snprintf(text, size, "%s%s%s", what, reason[0] ? ": " : "", reason);
    return result == AVERROR(ENOMEM) ? cmedia_no_memory : code;
}

static int read_memory(void *opaque, uint8_t *buffer, int count) {
    cmedia_reader *media = opaque;
    int64_t left = media->length - media->position;
    if (left <= 0) return AVERROR_EOF;
    if (count > left) count = (int)left;
    memcpy(buffer, media->bytes + media->position, (size_t)count);
    media->position += count;
    return count;
}

static int64_t seek_memory(void *opaque, int64_t offset, int whence) {
    cmedia_reader *media = opaque;
    if (whence == AVSEEK_SIZE) return media->length;
    int64_t base = whence == SEEK_CUR ? media->position : whence == SEEK_END ? media->length : 0;
    if (base + offset < 0 || base + offset > media->length) return AVERROR(EINVAL);
    return media->position = base + offset;
}

static cmedia_reader *make(const void *bytes, size_t length) {
    cmedia_hush();
    cmedia_reader *media = av_mallocz(sizeof *media);
    if (!media) return NULL;
    media->bytes = bytes;
    media->length = (int64_t)length;
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
    uint8_t *buffer = av_malloc(IO_BUFFER);
    if (media && buffer) media->io = avio_alloc_context(buffer, IO_BUFFER, 0, media, read_memory, NULL, seek_memory);
    if (!media || !media->io) {
        av_free(buffer);
        return cmedia_fail(cmedia_no_memory, 0, "no memory for a film", text, size);
    }
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
    if (media->io) {
        av_freep(&media->io->buffer);
        avio_context_free(&media->io);
    }
    av_packet_free(&media->packet);
    av_frame_free(&media->frame);
    av_frame_free(&media->converted);
    av_free(media);
}

int cmedia_reader_width(cmedia_reader *media) { return media->stream < 0 ? media->frame->width : media->format->streams[media->stream]->codecpar->width; }
int cmedia_reader_height(cmedia_reader *media) { return media->stream < 0 ? media->frame->height : media->format->streams[media->stream]->codecpar->height; }

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
    memcpy(media->packet->data, media->bytes, (size_t)media->length);
    result = avcodec_send_packet(media->codec, media->packet);
    av_packet_unref(media->packet);
    return result < 0 ? result : avcodec_receive_frame(media->codec, media->frame);
}

static int decode_bitmap(cmedia_reader *media) {
    int result = decode_padded(media, media->length);
    // The decoder refuses all of a bitmap whose end is missing. A few bytes must not claim gigabytes.
    int64_t stated = media->length >= 6 ? AV_RL32(media->bytes + 2) : 0;
    if (result >= 0 || stated <= media->length || stated / 16 > media->length || stated > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return result;
    media->is_torn = 1;
    avcodec_flush_buffers(media->codec);
    return decode_padded(media, stated);
}

// Whether the frame's samples can be taken as they are.
static int is_planar(const AVPixFmtDescriptor *format) {
    return format && format->comp[0].depth == 8 && (format->flags & AV_PIX_FMT_FLAG_PLANAR)
        && !(format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL)) && format->nb_components >= 3
        && format->comp[1].plane == 1 && format->comp[2].plane == 2;
}

// Whether there are three planes of 9 to 16 bits that `cmedia_reader_deep` can read.
static int has_deep_planes(const AVFrame *frame) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    const int refused = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BE;
    return format && (format->flags & AV_PIX_FMT_FLAG_PLANAR) && !(format->flags & refused) && format->nb_components >= 3
        && format->comp[0].depth > 8 && format->comp[0].depth <= 16 && format->comp[1].plane == 1 && format->comp[2].plane == 2
        && frame->linesize[0] > 0 && frame->linesize[1] > 0 && frame->linesize[2] > 0;
}

// Planes of 8 bits with as much chroma. Both sides are said to be of limited range, so that values are shortened and not stretched.
static enum AVPixelFormat planes_like(const AVPixFmtDescriptor *format) {
    // Grey is taken to be of full range, whatever is said of it, and has to stay as it is.
    if (format && format->nb_components < 3) return AV_PIX_FMT_YUVJ420P;
    if (!format || format->log2_chroma_h) return AV_PIX_FMT_YUV420P;
    return format->log2_chroma_w ? AV_PIX_FMT_YUV422P : AV_PIX_FMT_YUV444P;
}

int cmedia_reader_still(cmedia_reader *media, double seconds, cmedia_frame *out, char *text, size_t size) {
    int result;
    if (media->stream < 0) {
        if (media->length > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return cmedia_fail(cmedia_too_large, 0, "bitmap", text, size);
        result = media->frame->width ? 0 : decode_bitmap(media);
    } else {
        result = decode_at(media, seconds);
    }
    if (result < 0) return cmedia_fail(cmedia_damaged, result, "frame", text, size);
    return cmedia_reader_fill(media, out, text, size);
}

int cmedia_reader_fill(cmedia_reader *media, cmedia_frame *out, char *text, size_t size) {
    int result;
    AVFrame *frame = media->frame;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    int coloured = format && (format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL));
    int full = frame->color_range == AVCOL_RANGE_JPEG || coloured;
    if (!is_planar(format)) {
        enum AVPixelFormat target = coloured ? AV_PIX_FMT_YUVJ444P : planes_like(format);
        struct SwsContext *scaler = sws_getContext(
            frame->width, frame->height, frame->format, frame->width, frame->height, target, SWS_BILINEAR | SWS_ACCURATE_RND, NULL, NULL, NULL);
        if (!scaler) return cmedia_fail(cmedia_unsupported, 0, "the film's pixel format", text, size);
        av_frame_unref(media->converted);
        media->converted->format = target;
        media->converted->width = frame->width;
        media->converted->height = frame->height;
        media->converted->colorspace = frame->colorspace;
        result = av_frame_get_buffer(media->converted, 0);
        if (result >= 0) result = sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, media->converted->data, media->converted->linesize);
        sws_freeContext(scaler);
        if (result < 0) return cmedia_fail(cmedia_no_memory, result, "converting the frame", text, size);
        frame = media->converted;
        format = av_pix_fmt_desc_get(target);
    } else if (frame->format == AV_PIX_FMT_YUVJ420P || frame->format == AV_PIX_FMT_YUVJ422P || frame->format == AV_PIX_FMT_YUVJ444P) {
        full = 1;
    }
    for (int i = 0; i < 3; i++) {
        if (frame->linesize[i] <= 0) return cmedia_fail(cmedia_unsupported, 0, "the film's row order", text, size);
        out->planes[i] = frame->data[i];
        out->strides[i] = frame->linesize[i];
    }
    out->width = frame->width;
    out->height = frame->height;
    out->step_x = 1 << format->log2_chroma_w;
    out->step_y = 1 << format->log2_chroma_h;
    out->full_range = full;
    out->is_torn = media->is_torn;
    out->deep = has_deep_planes(media->frame);
    out->primaries = media->frame->color_primaries;
    out->transfer = media->frame->color_trc;
    // Unstated: high definition is BT.709, older and smaller films and our own conversions of RGB are BT.601.
    out->matrix = frame->colorspace != AVCOL_SPC_UNSPECIFIED ? frame->colorspace : frame->height >= 720 && media->stream >= 0 ? 1 : 6;
    return cmedia_ok;
}

// The sample of a plane at `x`, `y` in its own pixels, read between its samples.
static float between(const AVFrame *frame, int plane, int width, int height, float x, float y) {
    x = x < 0 ? 0 : x > (float)(width - 1) ? (float)(width - 1) : x;
    y = y < 0 ? 0 : y > (float)(height - 1) ? (float)(height - 1) : y;
    int left = (int)x, top = (int)y, right = left + 1 < width ? left + 1 : left, below = top + 1 < height ? top + 1 : top;
    const uint16_t *upper = (const uint16_t *)(const void *)(frame->data[plane] + (ptrdiff_t)top * frame->linesize[plane]);
    const uint16_t *lower = (const uint16_t *)(const void *)(frame->data[plane] + (ptrdiff_t)below * frame->linesize[plane]);
    float a = upper[left] + (upper[right] - upper[left]) * (x - (float)left), b = lower[left] + (lower[right] - lower[left]) * (x - (float)left);
    return a + (b - a) * (y - (float)top);
}

static uint16_t whole(float value) { return value <= 0 ? 0 : value >= 1 ? 65535 : (uint16_t)(value * 65535 + 0.5f); }

int cmedia_reader_deep(cmedia_reader *media, uint16_t *pixels, char *text, size_t size) {
    AVFrame *frame = media->frame;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    if (!format || !has_deep_planes(frame)) return cmedia_fail(cmedia_unsupported, 0, "the film's pixel format", text, size);
    int depth = format->comp[0].depth, full = frame->color_range == AVCOL_RANGE_JPEG;
    float scale = (float)(1 << (depth - 8)), highest = (float)((1 << depth) - 1);
    float base = full ? 0 : 16 * scale, luma = full ? highest : 219 * scale, chroma = full ? highest : 224 * scale;
    int matrix = frame->colorspace;
    float kr = matrix == AVCOL_SPC_BT709 ? 0.2126f : matrix == AVCOL_SPC_SMPTE170M || matrix == AVCOL_SPC_BT470BG ? 0.299f : 0.2627f;
    float kb = matrix == AVCOL_SPC_BT709 ? 0.0722f : matrix == AVCOL_SPC_SMPTE170M || matrix == AVCOL_SPC_BT470BG ? 0.114f : 0.0593f;
    float kg = 1 - kr - kb, across = (float)(1 << format->log2_chroma_w), down = (float)(1 << format->log2_chroma_h);
    int width = AV_CEIL_RSHIFT(frame->width, format->log2_chroma_w), height = AV_CEIL_RSHIFT(frame->height, format->log2_chroma_h);
    for (int y = 0; y < frame->height; y++) {
        const uint16_t *row = (const uint16_t *)(const void *)(frame->data[0] + (ptrdiff_t)y * frame->linesize[0]);
        for (int x = 0; x < frame->width; x++) {
            float v = ((float)y + 0.5f) / down - 0.5f, u = ((float)x + 0.5f) / across - 0.5f;
            float bright = (row[x] - base) / luma;
            float blue = (between(frame, 1, width, height, u, v) - 128 * scale) / chroma * 2 * (1 - kb);
            float red = (between(frame, 2, width, height, u, v) - 128 * scale) / chroma * 2 * (1 - kr);
            *pixels++ = whole(bright + red);
            *pixels++ = whole(bright - (kr * red + kb * blue) / kg);
            *pixels++ = whole(bright + blue);
        }
    }
    return cmedia_ok;
}
