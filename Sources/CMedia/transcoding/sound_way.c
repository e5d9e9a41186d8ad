#include "film.h"

#include <libavutil/opt.h>
#include <math.h>

static int rate_for(int rate) {
    static const int rates[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};
    for (unsigned index = 0; index < sizeof rates / sizeof *rates; index++)
        if (rates[index] == rate) return rate;
    return 48000;
}

static int open_encoder(cmedia_transcoder *film) {
    sound_way *way = &film->sound;
    const AVCodecParameters *source = way->from.stream->codecpar;
    const AVCodec *codec = avcodec_find_encoder_by_name("aac");
    if (!codec) return AVERROR_ENCODER_NOT_FOUND;
    AVCodecContext *encoder = way->encoder = avcodec_alloc_context3(codec);
    if (!encoder) return AVERROR(ENOMEM);
    encoder->sample_rate = rate_for(source->sample_rate);
    encoder->sample_fmt = AV_SAMPLE_FMT_FLTP;
    av_channel_layout_default(&encoder->ch_layout, source->ch_layout.nb_channels == 1 ? 1 : 2);
    encoder->bit_rate = film->options.sound_rate / (encoder->ch_layout.nb_channels == 1 ? 2 : 1);
    encoder->time_base = (AVRational){1, encoder->sample_rate};
    if (film->output->oformat->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    int result = avcodec_open2(encoder, codec, NULL);
    if (result < 0) return result;
    result = avcodec_parameters_from_context(way->to->codecpar, encoder);
    way->to->time_base = encoder->time_base;
    way->waiting = av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, encoder->ch_layout.nb_channels, SOUND_FRAME * 8);
    way->made = av_frame_alloc();
    return way->waiting && way->made ? result : AVERROR(ENOMEM);
}

// Where the first packet and the first after the last begin, on the raster of packets; and the samples that go into these: an encoder holds two packets' worth of
// what was before in each, and one of what comes.
static void set_times(cmedia_transcoder *film) {
    sound_way *way = &film->sound;
    const double rate = way->encoder->sample_rate, start = film_slowed(film, film->options.start) * rate;
    const double end = film_slowed(film, film->options.end) * rate;
    way->first = llround(start);
    way->last = isinf(end) ? INT64_MAX : llround(end);
    way->from_packet = INT64_MIN;
    way->to_packet = INT64_MAX;
    if (film->options.container == cmedia_transcoder_fragments) {
        way->from_packet = (int64_t)ceil(start / SOUND_FRAME) * SOUND_FRAME;
        if (!isinf(end)) way->to_packet = (int64_t)ceil(end / SOUND_FRAME) * SOUND_FRAME;
        way->first = way->from_packet - 2 * SOUND_FRAME;
        if (!isinf(end)) way->last = way->to_packet + SOUND_FRAME;
    } else {
        way->zero = way->first;
    }
    way->position = way->first;
}

int sound_begin(cmedia_transcoder *film) {
    sound_way *way = &film->sound;
    const AVCodecParameters *source = way->from.stream->codecpar;
    const int wanted = film->options.sound, is_whole = source->codec_id == AV_CODEC_ID_AAC && source->extradata_size > 0;
    way->copies = !film_is_slowed(film) && (wanted == cmedia_transcoder_copy || (wanted == cmedia_transcoder_copy_aac && is_whole));
    way->to = avformat_new_stream(film->output, NULL);
    way->packet = av_packet_alloc();
    if (!way->to || !way->packet) return AVERROR(ENOMEM);
    const AVDictionaryEntry *language = av_dict_get(way->from.stream->metadata, "language", NULL, 0);
    if (language) av_dict_set(&way->to->metadata, "language", language->value, 0);
    int result = 0;
    if (way->copies) {
        result = avcodec_parameters_copy(way->to->codecpar, source);
        way->to->time_base = way->from.stream->time_base;
        if (film->options.container != cmedia_transcoder_quicktime) way->to->codecpar->codec_tag = 0;
        output_name(film, way->to->codecpar);
        if (avformat_query_codec(film->output->oformat, source->codec_id, FF_COMPLIANCE_NORMAL) == 0) return AVERROR_MUXER_NOT_FOUND;
    } else {
        result = track_open_decoder(&way->from, INT32_MAX);
        if (result >= 0) result = open_encoder(film);
        if (result >= 0) set_times(film);
    }
    const double lead = way->encoder ? fmax(0.25, 3.0 * SOUND_FRAME / way->encoder->sample_rate) : 0.25;
    if (result >= 0 && film->options.start > lead) track_seek(&way->from, film->options.start - lead);
    return result < 0 ? result : 0;
}

static int copy_step(cmedia_transcoder *film) {
    sound_way *way = &film->sound;
    const int result = track_read(&way->from);
    AVPacket *packet = way->from.packet;
    if (result < 0) {
        way->ended = 1;
        return result == AVERROR_EOF ? 0 : result;
    }
    if (packet->pts == AV_NOPTS_VALUE) return 0;
    const double begins = track_seconds(&way->from, packet->pts), lasts = (double)packet->duration * av_q2d(way->from.stream->time_base);
    const int is_fragment = film->options.container == cmedia_transcoder_fragments;
    if (begins >= film->options.end) {
        way->ended = 1;
        return 0;
    }
    if (is_fragment ? begins < film->options.start : begins + lasts <= film->options.start && film->options.start > 0) return 0;
    const int64_t zero = is_fragment ? way->from.origin : track_ticks(&way->from, film->options.start);
    packet->pts -= zero;
    packet->dts = packet->pts;
    way->done = begins;
    return output_packet(film, packet, way->from.stream->time_base, way->to);
}

int sound_step(cmedia_transcoder *film) {
    sound_way *way = &film->sound;
    if (way->copies) return copy_step(film);
    int result = track_decode(&way->from);
    if (result < 0 && result != AVERROR_EOF) return result;
    if (result == AVERROR_EOF || way->position >= way->last) {
        way->ended = 1;
        result = way->converter && way->position < way->last ? sound_convert(film, NULL) : 0;
        if (result >= 0) result = sound_encode_waiting(film, 1);
        return result < 0 ? result : sound_encode(film, NULL);
    }
    const AVFrame *frame = way->from.frame;
    if (!way->converter) {
        result = sound_open_converter(way, frame);
        if (result < 0) return result;
    }
    const int64_t ticks = frame_ticks(frame), rate = way->encoder->sample_rate;
    if (ticks != AV_NOPTS_VALUE) {
        way->done = track_seconds(&way->from, ticks);
        const int64_t begins = llround(way->done * (double)rate) - (way->has_clock ? swr_get_delay(way->converter, rate) : 0);
        // Times that are a little off are rounding; a tenth of a second is a gap.
        if (!way->has_clock || llabs(begins - way->clock) > rate / 10) way->clock = begins;
        way->has_clock = 1;
    }
    return sound_convert(film, frame);
}

void sound_end(sound_way *way) {
    track_close(&way->from);
    avcodec_free_context(&way->encoder);
    av_packet_free(&way->packet);
    swr_free(&way->converter);
    if (way->waiting) av_audio_fifo_free(way->waiting);
    av_frame_free(&way->made);
}
