#include "state.h"

#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

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
