#include "warnings.h"
#include "movie_writer.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>

struct cmedia_writer {
    AVFormatContext *format;
    AVCodecContext *codec;
    AVStream *stream;
    AVFrame *frame;
    AVPacket *packet;
    struct SwsContext *scaler;
    uint8_t *bytes;
    int64_t frames;
};

static int fail(int result, const char *what, char *text, size_t size) {
    char reason[AV_ERROR_MAX_STRING_SIZE] = "";
    if (result < 0) av_strerror(result, reason, sizeof reason);
    snprintf(text, size, "%s%s%s", what, reason[0] ? ": " : "", reason);
    return -1;
}

static int open_encoder(cmedia_writer *writer, int width, int height, int rate, char *text, size_t size) {
    const AVCodec *codec = avcodec_find_encoder_by_name("libx264");
    if (!codec) return fail(0, "libavcodec was built without libx264", text, size);
    AVCodecContext *context = writer->codec = avcodec_alloc_context3(codec);
    if (!context) return fail(AVERROR(ENOMEM), "encoder", text, size);
    context->width = width;
    context->height = height;
    context->pix_fmt = AV_PIX_FMT_YUV420P;
    context->time_base = (AVRational){1, rate};
    context->framerate = (AVRational){rate, 1};
    context->gop_size = rate;
    context->thread_count = 1;
    context->color_range = AVCOL_RANGE_MPEG;
    context->colorspace = AVCOL_SPC_BT709;
    context->color_primaries = AVCOL_PRI_BT709;
    context->color_trc = AVCOL_TRC_BT709;
    context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    av_opt_set(context->priv_data, "preset", "veryfast", 0);
    av_opt_set(context->priv_data, "crf", "24", 0);
    int result = avcodec_open2(context, codec, NULL);
    return result < 0 ? fail(result, "libx264", text, size) : 0;
}

static int open_scaler(cmedia_writer *writer, int width, int height, char *text, size_t size) {
    writer->scaler = sws_getContext(width, height, AV_PIX_FMT_RGB0, width, height, AV_PIX_FMT_YUV420P, SWS_BILINEAR | SWS_ACCURATE_RND, NULL, NULL, NULL);
    if (!writer->scaler) return fail(AVERROR(ENOMEM), "colour conversion", text, size);
    const int *table = sws_getCoefficients(SWS_CS_ITU709);
    sws_setColorspaceDetails(writer->scaler, table, 1, table, 0, 0, 1 << 16, 1 << 16);
    AVFrame *frame = writer->frame = av_frame_alloc();
    if (!frame) return fail(AVERROR(ENOMEM), "frame", text, size);
    frame->format = AV_PIX_FMT_YUV420P;
    frame->width = width;
    frame->height = height;
    int result = av_frame_get_buffer(frame, 0);
    return result < 0 ? fail(result, "frame", text, size) : 0;
}

static int open_container(cmedia_writer *writer, int rate, int is_quicktime, const char *const *metadata, char *text, size_t size) {
    int result = avformat_alloc_output_context2(&writer->format, NULL, is_quicktime ? "mov" : "mp4", NULL);
    if (result < 0) return fail(result, "container", text, size);
    writer->stream = avformat_new_stream(writer->format, NULL);
    if (!writer->stream) return fail(AVERROR(ENOMEM), "track", text, size);
    writer->stream->time_base = writer->codec->time_base;
    writer->stream->avg_frame_rate = (AVRational){rate, 1};
    result = avcodec_parameters_from_context(writer->stream->codecpar, writer->codec);
    for (; result >= 0 && metadata && metadata[0] && metadata[1]; metadata += 2)
        result = av_dict_set(&writer->format->metadata, metadata[0], metadata[1], 0);
    if (result >= 0) result = avio_open_dyn_buf(&writer->format->pb);
    if (result < 0) return fail(result, "container", text, size);
    writer->format->flags |= AVFMT_FLAG_BITEXACT;
    // Keys as they are; and room for the index before the data, so that a player can begin before all has come.
    AVDictionary *options = NULL;
    av_dict_set(&options, "movflags", "use_metadata_tags", 0);
    av_dict_set(&options, "moov_size", "16384", 0);
    result = avformat_write_header(writer->format, &options);
    av_dict_free(&options);
    return result < 0 ? fail(result, "header", text, size) : 0;
}

int cmedia_writer_open(int width, int height, int frames_a_second, int is_quicktime, const char *const *metadata, cmedia_writer **out, char *text, size_t size) {
    cmedia_hush();
    cmedia_writer *writer = *out = av_mallocz(sizeof *writer);
    if (!writer) return fail(AVERROR(ENOMEM), "film", text, size);
    writer->packet = av_packet_alloc();
    if (!writer->packet) return fail(AVERROR(ENOMEM), "packet", text, size);
    if (open_encoder(writer, width, height, frames_a_second, text, size)) return -1;
    if (open_scaler(writer, width, height, text, size)) return -1;
    return open_container(writer, frames_a_second, is_quicktime, metadata, text, size);
}

// `frame` is NULL at the end, which gives out what the encoder holds back.
static int encode(cmedia_writer *writer, const AVFrame *frame, char *text, size_t size) {
    int result = avcodec_send_frame(writer->codec, frame);
    while (result >= 0) {
        result = avcodec_receive_packet(writer->codec, writer->packet);
        if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
        if (result < 0) break;
        // The last frame lasts as long as the others.
        writer->packet->duration = 1;
        av_packet_rescale_ts(writer->packet, writer->codec->time_base, writer->stream->time_base);
        result = av_interleaved_write_frame(writer->format, writer->packet);
    }
    return fail(result, "frame", text, size);
}

int cmedia_writer_add(cmedia_writer *writer, const uint8_t *rgba, int stride, char *text, size_t size) {
    int result = av_frame_make_writable(writer->frame);
    if (result < 0) return fail(result, "frame", text, size);
    sws_scale(writer->scaler, &rgba, &stride, 0, writer->frame->height, writer->frame->data, writer->frame->linesize);
    writer->frame->pts = writer->frames++;
    return encode(writer, writer->frame, text, size);
}

int cmedia_writer_finish(cmedia_writer *writer, const uint8_t **bytes, size_t *count, char *text, size_t size) {
    if (encode(writer, NULL, text, size)) return -1;
    int result = av_write_trailer(writer->format);
    if (result < 0) return fail(result, "index", text, size);
    int length = avio_close_dyn_buf(writer->format->pb, &writer->bytes);
    writer->format->pb = NULL;
    *bytes = writer->bytes;
    *count = (size_t)length;
    return 0;
}

void cmedia_writer_close(cmedia_writer *writer) {
    if (!writer) return;
    if (writer->format && writer->format->pb) {
        uint8_t *unused = NULL;
        avio_close_dyn_buf(writer->format->pb, &unused);
        av_free(unused);
    }
    avformat_free_context(writer->format);
    avcodec_free_context(&writer->codec);
    av_frame_free(&writer->frame);
    av_packet_free(&writer->packet);
    sws_freeContext(writer->scaler);
    av_free(writer->bytes);
    av_free(writer);
}
