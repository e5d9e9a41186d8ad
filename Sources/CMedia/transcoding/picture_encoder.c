#include "film.h"
#include "mastering.h"

#include <libavutil/opt.h>
#include <string.h>

int picture_open_encoder(cmedia_transcoder *film, const AVFrame *frame) {
    picture_way *way = &film->picture;
    const cmedia_transcoder_options *options = &film->options;
    const char *name = options->picture == cmedia_transcoder_hevc ? "libx265" : options->picture == cmedia_transcoder_av1 ? "libsvtav1" : "libx264";
    const AVCodec *codec = avcodec_find_encoder_by_name(name);
    if (!codec) return AVERROR_ENCODER_NOT_FOUND;
    AVCodecContext *encoder = way->encoder = avcodec_alloc_context3(codec);
    if (!encoder) return AVERROR(ENOMEM);
    encoder->width = frame->width;
    encoder->height = frame->height;
    encoder->pix_fmt = frame->format;
    encoder->time_base = way->from.stream->time_base;
    encoder->framerate = way->from.stream->avg_frame_rate;
    encoder->sample_aspect_ratio = (AVRational){1, 1};
    encoder->color_range = AVCOL_RANGE_MPEG;
    const AVFrame *source = way->held;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(source->format);
    const int is_coloured = format && format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL);
    const int is_standard = way->made.tones != NULL || is_coloured;
    encoder->colorspace = is_standard ? AVCOL_SPC_BT709 : source->colorspace;
    encoder->color_primaries = is_standard ? AVCOL_PRI_BT709 : source->color_primaries;
    encoder->color_trc = is_standard ? AVCOL_TRC_BT709 : source->color_trc;
    encoder->chroma_sample_location = way->made.tones ? AVCHROMA_LOC_UNSPECIFIED : source->chroma_location;
    encoder->thread_count = 0;
    if (options->forward_only) encoder->max_b_frames = 0;
    if (film->output->oformat->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    av_opt_set(encoder->priv_data, "preset", film->speed, 0);
    av_opt_set_double(encoder->priv_data, "crf", options->quality, 0);
    if (options->picture == cmedia_transcoder_hevc) {
        encoder->codec_tag = MKTAG('h', 'v', 'c', '1');
        char parameters[256] = "log-level=none";
        if (options->forward_only) strcat(parameters, ":bframes=0");
        if (frame->format == AV_PIX_FMT_YUV420P10) mastering_parameters(source, parameters, sizeof parameters);
        av_opt_set(encoder->priv_data, "x265-params", parameters, 0);
    }
    int result = avcodec_open2(encoder, codec, NULL);
    if (result < 0) return result;
    way->to = avformat_new_stream(film->output, NULL);
    if (!way->to) return AVERROR(ENOMEM);
    way->to->time_base = encoder->time_base;
    way->to->avg_frame_rate = encoder->framerate;
    way->packet = av_packet_alloc();
    result = avcodec_parameters_from_context(way->to->codecpar, encoder);
    way->to->codecpar->codec_tag = encoder->codec_tag;
    return way->packet ? result : AVERROR(ENOMEM);
}

static int64_t duration_of(picture_way *way, int64_t pts) {
    for (int index = 0; index < MAX_DELAY; index++)
        if (way->times[index].pts == pts && way->times[index].duration > 0) return way->times[index].duration;
    return 0;
}

int picture_encode(cmedia_transcoder *film, AVFrame *frame) {
    picture_way *way = &film->picture;
    int result = avcodec_send_frame(way->encoder, frame);
    while (result >= 0) {
        result = avcodec_receive_packet(way->encoder, way->packet);
        if (result == AVERROR(EAGAIN)) return 0;
        if (result < 0) return result;
        const int64_t duration = duration_of(way, way->packet->pts);
        if (duration > 0) way->packet->duration = duration;
        result = output_packet(film, way->packet, way->encoder->time_base, way->to);
    }
    return result;
}
