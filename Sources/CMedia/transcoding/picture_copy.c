#include "film.h"

#include <string.h>

int picture_begin_copying(cmedia_transcoder *film) {
    picture_way *way = &film->picture;
    way->to = avformat_new_stream(film->output, NULL);
    way->packet = av_packet_alloc();
    if (!way->to || !way->packet) return AVERROR(ENOMEM);
    int result = avcodec_parameters_copy(way->to->codecpar, way->from.stream->codecpar);
    if (result < 0) return result;
    output_name(film, way->to->codecpar);
    way->to->time_base = way->from.stream->time_base;
    way->to->avg_frame_rate = way->from.stream->avg_frame_rate;
    way->to->disposition = way->from.stream->disposition;
    if (avformat_query_codec(film->output->oformat, way->to->codecpar->codec_id, FF_COMPLIANCE_NORMAL) == 0) return AVERROR_MUXER_NOT_FOUND;
    size_t size = 0;
    const uint8_t *matrix = av_stream_get_side_data(way->from.stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    uint8_t *copy = matrix ? av_stream_new_side_data(way->to, AV_PKT_DATA_DISPLAYMATRIX, size) : NULL;
    if (copy) memcpy(copy, matrix, size);
    if (film->options.start > 0) track_seek(&way->from, film->options.start);
    return 0;
}

// When a packet is decoded that does not say so. Matroska's don't until as many are read as can come out of order: those come before the first that shows.
static int64_t decoding_time(picture_way *way, const AVPacket *packet) {
    const AVStream *stream = way->from.stream;
    const int delay = stream->codecpar->video_delay;
    if (way->untimed >= delay) return packet->pts;
    if (way->untimed == 0) way->first_untimed = packet->pts;
    const AVRational rate = stream->avg_frame_rate;
    int64_t frame = rate.num > 0 && rate.den > 0 ? av_rescale_q(1, av_inv_q(rate), stream->time_base) : packet->duration;
    if (frame < 1) frame = 1;
    return way->first_untimed - (delay - way->untimed++) * frame;
}

int picture_copy(cmedia_transcoder *film) {
    picture_way *way = &film->picture;
    int result = track_read(&way->from);
    AVPacket *packet = way->from.packet;
    if (result >= 0 && packet->pts == AV_NOPTS_VALUE) return AVERROR_PATCHWELCOME;
    if (result >= 0 && packet->dts == AV_NOPTS_VALUE && (way->begun || packet->flags & AV_PKT_FLAG_KEY)) packet->dts = decoding_time(way, packet);
    if (result < 0 || (packet->dts != AV_NOPTS_VALUE && packet->dts >= way->end)) {
        way->ended = 1;
        return result == AVERROR_EOF ? 0 : result;
    }
    if (!way->begun && !(packet->flags & AV_PKT_FLAG_KEY)) return 0;
    way->begun = 1;
    if (packet->pts >= way->end) {
        if (way->waiting_count == MAX_WAITING) return 0;
        AVPacket *kept = way->waiting[way->waiting_count++] = av_packet_alloc();
        if (!kept) return AVERROR(ENOMEM);
        av_packet_move_ref(kept, packet);
        return 0;
    }
    way->done = track_seconds(&way->from, packet->pts);
    for (int index = 0; index <= way->waiting_count && result >= 0; index++) {
        AVPacket *next = index < way->waiting_count ? way->waiting[index] : packet;
        const int64_t shown = film_slowed_ticks(film, &way->from, next->pts);
        if (next->duration > 0) next->duration = film_slowed_ticks(film, &way->from, next->pts + next->duration) - shown;
        next->dts = film_slowed_ticks(film, &way->from, next->dts) - way->zero;
        next->pts = shown - way->zero;
        way->frames++;
        result = output_packet(film, next, way->from.stream->time_base, way->to);
    }
    for (int index = 0; index < way->waiting_count; index++) av_packet_free(&way->waiting[index]);
    way->waiting_count = 0;
    return result;
}
