#include "track.h"

#include <math.h>

enum { IO_BUFFER = 256 << 10, PROBE_BYTES = 5 << 20 };

// Whether a track says too little in the file's header to be decoded and written by it.
static int is_vague(const AVFormatContext *format, enum AVMediaType kind) {
    if (format->nb_streams == 0 || (format->ctx_flags & AVFMTCTX_NOHEADER)) return 1;
    for (unsigned index = 0; index < format->nb_streams; index++) {
        const AVCodecParameters *parameters = format->streams[index]->codecpar;
        if (parameters->codec_type != kind) continue;
        // Bits and colours of a picture stand in its frames alone, more often than not.
        if (kind == AVMEDIA_TYPE_VIDEO || parameters->sample_rate <= 0 || parameters->ch_layout.nb_channels <= 0) return 1;
    }
    return 0;
}

static int open_format(track *from, enum AVMediaType kind) {
    from->io = memory_input_open(&from->input, IO_BUFFER);
    if (!from->io) return AVERROR(ENOMEM);
    from->format = avformat_alloc_context();
    if (!from->format) return AVERROR(ENOMEM);
    from->format->pb = from->io;
    from->format->probesize = PROBE_BYTES;
    from->format->max_analyze_duration = AV_TIME_BASE;
    from->format->max_streams = 64;
    // Never a path or address from inside the file.
    AVDictionary *options = NULL;
    av_dict_set(&options, "format_whitelist", "mov,mp4,m4a,3gp,3g2,mj2,avi,matroska,webm,wav,mp3,caf", 0);
    av_dict_set(&options, "protocol_whitelist", "", 0);
    av_dict_set(&options, "enable_drefs", "0", 0);
    av_dict_set(&options, "export_all", "1", 0);
    int result = avformat_open_input(&from->format, NULL, NULL, &options);
    av_dict_free(&options);
    if (result >= 0 && is_vague(from->format, kind)) result = avformat_find_stream_info(from->format, NULL);
    return result;
}

int track_open(track *from, memory_input input, enum AVMediaType kind) {
    from->input = input;
    from->packet = av_packet_alloc();
    from->frame = av_frame_alloc();
    if (!from->packet || !from->frame) return AVERROR(ENOMEM);
    int result = open_format(from, kind);
    if (result < 0) return result;
    const int found = av_find_best_stream(from->format, kind, -1, -1, NULL, 0);
    for (unsigned index = 0; index < from->format->nb_streams; index++)
        if ((int)index != found) from->format->streams[index]->discard = AVDISCARD_ALL;
    if (found < 0 || from->format->streams[found]->disposition & AV_DISPOSITION_ATTACHED_PIC) return 0;
    from->stream = from->format->streams[found];
    const int64_t begins = from->format->start_time;
    from->origin = begins == AV_NOPTS_VALUE ? 0 : av_rescale_q(begins, AV_TIME_BASE_Q, from->stream->time_base);
    return 0;
}

int track_open_decoder(track *from, int64_t max_pixels) {
    const AVCodec *codec = avcodec_find_decoder(from->stream->codecpar->codec_id);
    if (!codec) return AVERROR_DECODER_NOT_FOUND;
    from->codec = avcodec_alloc_context3(codec);
    if (!from->codec) return AVERROR(ENOMEM);
    int result = avcodec_parameters_to_context(from->codec, from->stream->codecpar);
    if (result < 0) return result;
    from->codec->pkt_timebase = from->stream->time_base;
    from->codec->max_pixels = max_pixels;
    from->codec->thread_count = 0;
    return avcodec_open2(from->codec, codec, NULL);
}

void track_close(track *from) {
    avcodec_free_context(&from->codec);
    avformat_close_input(&from->format);
    memory_input_close(&from->io);
    av_packet_free(&from->packet);
    av_frame_free(&from->frame);
}

int64_t track_ticks(const track *from, double seconds) {
    return from->origin + (int64_t)llround(seconds / av_q2d(from->stream->time_base));
}

double track_seconds(const track *from, int64_t ticks) { return (double)(ticks - from->origin) * av_q2d(from->stream->time_base); }

int64_t frame_ticks(const AVFrame *frame) { return frame->best_effort_timestamp != AV_NOPTS_VALUE ? frame->best_effort_timestamp : frame->pts; }

int track_seek(track *from, double seconds) {
    int result = av_seek_frame(from->format, from->stream->index, track_ticks(from, seconds), AVSEEK_FLAG_BACKWARD);
    if (result < 0) result = av_seek_frame(from->format, from->stream->index, 0, AVSEEK_FLAG_BACKWARD | AVSEEK_FLAG_BYTE);
    if (from->codec) avcodec_flush_buffers(from->codec);
    from->drains = 0;
    return result;
}

int track_read(track *from) {
    int result;
    do {
        av_packet_unref(from->packet);
        result = av_read_frame(from->format, from->packet);
    } while (result >= 0 && from->packet->stream_index != from->stream->index);
    if (result >= 0 && from->packet->flags & AV_PKT_FLAG_CORRUPT) from->is_torn = 1;
    if (result < 0 && result != AVERROR_EOF) from->is_torn = 1;
    return result < 0 && result != AVERROR(ENOMEM) ? AVERROR_EOF : result;
}

int track_decode(track *from) {
    while (1) {
        av_frame_unref(from->frame);
        int result = avcodec_receive_frame(from->codec, from->frame);
        if (result >= 0 || result == AVERROR_EOF || result == AVERROR(ENOMEM)) {
            if (result >= 0 && (from->frame->decode_error_flags || from->frame->flags & AV_FRAME_FLAG_CORRUPT)) from->is_torn = 1;
            return result;
        }
        if (result != AVERROR(EAGAIN)) {
            from->is_torn = 1;
            if (from->drains) return AVERROR_EOF;
        }
        result = track_read(from);
        if (result == AVERROR(ENOMEM)) return result;
        if (result < 0) from->drains = 1;
        result = avcodec_send_packet(from->codec, result < 0 ? NULL : from->packet);
        if (result == AVERROR(ENOMEM)) return result;
        if (result < 0 && result != AVERROR(EAGAIN) && result != AVERROR_EOF) from->is_torn = 1;
    }
}
