#include "film.h"

#include <libavutil/opt.h>

static int is_coloured(enum AVPixelFormat format) { return format == AV_PIX_FMT_RGBA || format == AV_PIX_FMT_RGBA64; }

// Whether the frames have 10 bits, so that who edits them gets 16.
static int is_deep(const AVFrame *frame) { return frame->format == AV_PIX_FMT_YUV420P10; }

static enum AVPixelFormat colours_of(const AVFrame *frame) { return is_deep(frame) ? AV_PIX_FMT_RGBA64 : AV_PIX_FMT_RGBA; }

// Between luma and chroma of limited range and `R G B` of full range, of one size and with one matrix both ways.
static struct SwsContext *open_way(int width, int height, enum AVPixelFormat from, enum AVPixelFormat to, int matrix) {
    struct SwsContext *way = sws_alloc_context();
    if (!way) return NULL;
    av_opt_set_int(way, "srcw", width, 0);
    av_opt_set_int(way, "srch", height, 0);
    av_opt_set_int(way, "src_format", from, 0);
    av_opt_set_int(way, "dstw", width, 0);
    av_opt_set_int(way, "dsth", height, 0);
    av_opt_set_int(way, "dst_format", to, 0);
    av_opt_set_int(way, "sws_flags", SWS_BICUBIC | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_ACCURATE_RND, 0);
    if (sws_init_context(way, NULL, NULL) < 0) {
        sws_freeContext(way);
        return NULL;
    }
    const int *table = sws_getCoefficients(matrix);
    sws_setColorspaceDetails(way, table, is_coloured(from), table, is_coloured(to), 0, 1 << 16, 1 << 16);
    return way;
}

// A film that says nothing is read as its stills are.
static int matrix_of(const cmedia_transcoder *film) {
    const AVFrame *source = film->picture.held;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(source->format);
    if (film->picture.made.tones || (format && format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL))) return SWS_CS_ITU709;
    return source->colorspace == AVCOL_SPC_UNSPECIFIED ? SWS_CS_ITU601 : (int)source->colorspace;
}

static int open_ways(cmedia_transcoder *film, const AVFrame *frame) {
    picture_editing *editing = &film->picture.editing;
    if (editing->out) return 0;
    editing->out = open_way(frame->width, frame->height, frame->format, colours_of(frame), matrix_of(film));
    // Vector code may write a little past the end.
    editing->pixels = av_malloc((size_t)frame->width * (size_t)frame->height * (is_deep(frame) ? 8 : 4) + 64);
    return editing->out && editing->pixels ? 0 : AVERROR(ENOMEM);
}

int picture_edit(cmedia_transcoder *film, const AVFrame *frame, double seconds, AVFrame **out) {
    picture_editing *editing = &film->picture.editing;
    int result = open_ways(film, frame);
    if (result < 0) return result;
    const int bytes = is_deep(frame) ? 8 : 4;
    uint8_t *const rows[4] = {editing->pixels, NULL, NULL, NULL};
    const int strides[4] = {frame->width * bytes, 0, 0, 0};
    result = sws_scale(editing->out, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, rows, strides);
    if (result < 0) return result;
    const void *pixels = NULL;
    int width = 0, height = 0;
    if (film->edit(film->context, seconds, editing->pixels, is_deep(frame), frame->width, frame->height, &pixels, &width, &height)) {
        film->is_stopped = 1;
        return AVERROR_EXIT;
    }
    if (!pixels || width < 2 || height < 2 || (editing->in && (width != editing->width || height != editing->height))) return AVERROR_INVALIDDATA;
    if (!editing->in) editing->in = open_way(width & ~1, height & ~1, colours_of(frame), frame->format, matrix_of(film));
    if (!editing->in) return AVERROR(ENOMEM);
    editing->width = width;
    editing->height = height;
    result = picture_room(&editing->edited, width & ~1, height & ~1, frame->format);
    if (result < 0) return result;
    const uint8_t *const edited[4] = {pixels, NULL, NULL, NULL};
    const int edited_strides[4] = {width * bytes, 0, 0, 0};
    result = sws_scale(editing->in, edited, edited_strides, 0, height & ~1, editing->edited->data, editing->edited->linesize);
    *out = editing->edited;
    return result < 0 ? result : 0;
}

void picture_end_editing(picture_editing *editing) {
    sws_freeContext(editing->out);
    sws_freeContext(editing->in);
    av_free(editing->pixels);
    av_frame_free(&editing->edited);
}
