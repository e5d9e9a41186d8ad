#include "picture.h"

#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <math.h>

static int even(double side) { return side < 2 ? 2 : (int)lround(side / 2) * 2; }

void picture_measure(picture *to, const AVFrame *frame, AVRational shape, int long_side, int short_side) {
    double width = frame->width, height = frame->height;
    if (shape.num > 0 && shape.den > 0) width *= av_q2d(shape);
    const double longer = fmax(width, height), shorter = fmin(width, height);
    double scale = 1;
    if (long_side > 0) scale = fmin(scale, long_side / longer);
    if (short_side > 0) scale = fmin(scale, short_side / shorter);
    // A side that is odd by itself loses a row rather than gets one.
    to->out_width = scale < 1 ? even(width * scale) : even(width - 0.5);
    to->out_height = scale < 1 ? even(height * scale) : even(height - 0.5);
}

int picture_room(AVFrame **frame, int width, int height, enum AVPixelFormat format) {
    if (*frame) return av_frame_make_writable(*frame);
    *frame = av_frame_alloc();
    if (!*frame) return AVERROR(ENOMEM);
    (*frame)->width = width;
    (*frame)->height = height;
    (*frame)->format = format;
    return av_frame_get_buffer(*frame, 0);
}

static int is_full(const AVFrame *frame) {
    return frame->color_range == AVCOL_RANGE_JPEG || frame->format == AV_PIX_FMT_YUVJ420P || frame->format == AV_PIX_FMT_YUVJ422P
        || frame->format == AV_PIX_FMT_YUVJ444P || frame->format == AV_PIX_FMT_YUVJ440P;
}

static int is_coloured(const AVFrame *frame) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    return format && format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL);
}

// Films may change their size on the way.
static int open_scaler(picture *to, const AVFrame *frame, int width, int height, enum AVPixelFormat format) {
    if (to->scaler && to->width == frame->width && to->height == frame->height && to->format == frame->format) return 0;
    sws_freeContext(to->scaler);
    to->scaler = sws_alloc_context();
    if (!to->scaler) return AVERROR(ENOMEM);
    av_opt_set_int(to->scaler, "srcw", frame->width, 0);
    av_opt_set_int(to->scaler, "srch", frame->height, 0);
    av_opt_set_int(to->scaler, "src_format", frame->format, 0);
    av_opt_set_int(to->scaler, "dstw", width, 0);
    av_opt_set_int(to->scaler, "dsth", height, 0);
    av_opt_set_int(to->scaler, "dst_format", format, 0);
    av_opt_set_int(to->scaler, "sws_flags", SWS_BICUBIC, 0);
    av_opt_set_int(to->scaler, "threads", 0, 0);
    const int result = sws_init_context(to->scaler, NULL, NULL);
    if (result < 0) return result;
    const int matrix = frame->colorspace == AVCOL_SPC_UNSPECIFIED || is_coloured(frame) ? AVCOL_SPC_BT709 : frame->colorspace;
    const int *table = sws_getCoefficients(matrix);
    sws_setColorspaceDetails(to->scaler, table, is_full(frame) || is_coloured(frame), table, 0, 0, 1 << 16, 1 << 16);
    to->width = frame->width;
    to->height = frame->height;
    to->format = frame->format;
    return 0;
}

static void turn_plane(const uint8_t *from, int from_stride, int width, int height, uint8_t *to, int to_stride, int bytes, int turn) {
    for (int y = 0; y < height; y++) {
        const uint8_t *row = from + (ptrdiff_t)y * from_stride;
        for (int x = 0; x < width; x++) {
            const int column = turn == 90 ? height - 1 - y : turn == 180 ? width - 1 - x : y;
            const int line = turn == 90 ? x : turn == 180 ? height - 1 - y : width - 1 - x;
            uint8_t *place = to + (ptrdiff_t)line * to_stride + (ptrdiff_t)column * bytes;
            if (bytes == 1) *place = row[x];
            else *(uint16_t *)(void *)place = *(const uint16_t *)(const void *)(row + x * 2);
        }
    }
}

static int turned(picture *to, AVFrame *frame, AVFrame **out) {
    const int lies = to->turn == 90 || to->turn == 270;
    const int result = picture_room(&to->turned, lies ? frame->height : frame->width, lies ? frame->width : frame->height, frame->format);
    if (result < 0) return result;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    for (int plane = 0; plane < 3; plane++) {
        const int shift_x = plane ? format->log2_chroma_w : 0, shift_y = plane ? format->log2_chroma_h : 0;
        turn_plane(frame->data[plane], frame->linesize[plane], AV_CEIL_RSHIFT(frame->width, shift_x), AV_CEIL_RSHIFT(frame->height, shift_y),
                   to->turned->data[plane], to->turned->linesize[plane], format->comp[0].depth > 8 ? 2 : 1, to->turn);
    }
    *out = to->turned;
    return 0;
}

int picture_convert(picture *to, AVFrame *frame, AVFrame **out) {
    const enum AVPixelFormat middle = to->tones ? AV_PIX_FMT_YUV420P10 : to->out_format;
    AVFrame *next = frame;
    if (frame->format != (int)middle || frame->width != to->out_width || frame->height != to->out_height || is_full(frame)) {
        int result = open_scaler(to, frame, to->out_width, to->out_height, middle);
        if (result >= 0) result = picture_room(&to->scaled, to->out_width, to->out_height, middle);
        if (result >= 0) result = sws_scale_frame(to->scaler, to->scaled, frame);
        if (result < 0) return result;
        next = to->scaled;
    }
    if (to->tones) {
        const int result = picture_room(&to->toned, to->out_width, to->out_height, AV_PIX_FMT_YUV420P);
        if (result < 0) return result;
        picture_tone(to->tones, next, to->toned);
        next = to->toned;
    }
    if (to->turn) {
        const int result = turned(to, next, &next);
        if (result < 0) return result;
    }
    *out = next;
    return 0;
}

void picture_close(picture *to) {
    sws_freeContext(to->scaler);
    av_frame_free(&to->scaled);
    av_frame_free(&to->turned);
    av_frame_free(&to->toned);
}
