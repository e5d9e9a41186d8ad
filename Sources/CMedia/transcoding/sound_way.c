#include "film.h"

#include <libavutil/opt.h>
#include <math.h>

enum { FRAME = 1024, LONGEST_GAP_SECONDS = 600 };

static int rate_for(int rate) {
    static const int rates[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};
    for (unsigned index = 0; index < sizeof rates / sizeof *rates; index++)
        if (rates[index] == rate) return rate;
    return 48000;
}

static int open_encoder(transcoder *film) {
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
    way->waiting = av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, encoder->ch_layout.nb_channels, FRAME * 8);
    way->made = av_frame_alloc();
    return way->waiting && way->made ? result : AVERROR(ENOMEM);
}

// Where the first packet and the first after the last begin, on the raster of packets; and the samples that go into these: an encoder holds two packets' worth of
// what was before in each, and one of what comes.
static void set_times(transcoder *film) {
    sound_way *way = &film->sound;
    const double rate = way->encoder->sample_rate, start = film->options.start * rate, end = film->options.end * rate;
    way->first = llround(start);
    way->last = isinf(end) ? INT64_MAX : llround(end);
    way->from_packet = INT64_MIN;
    way->to_packet = INT64_MAX;
    if (film->options.container == transcoder_fragments) {
        way->from_packet = (int64_t)ceil(start / FRAME) * FRAME;
        if (!isinf(end)) way->to_packet = (int64_t)ceil(end / FRAME) * FRAME;
        way->first = way->from_packet - 2 * FRAME;
        if (!isinf(end)) way->last = way->to_packet + FRAME;
    } else {
        way->zero = way->first;
    }
    way->position = way->first;
}

int sound_begin(transcoder *film) {
    sound_way *way = &film->sound;
    const AVCodecParameters *source = way->from.stream->codecpar;
    const int wanted = film->options.sound, is_whole = source->codec_id == AV_CODEC_ID_AAC && source->extradata_size > 0;
    way->copies = wanted == transcoder_copy || (wanted == transcoder_copy_aac && is_whole);
    way->to = avformat_new_stream(film->output, NULL);
    way->packet = av_packet_alloc();
    if (!way->to || !way->packet) return AVERROR(ENOMEM);
    const AVDictionaryEntry *language = av_dict_get(way->from.stream->metadata, "language", NULL, 0);
    if (language) av_dict_set(&way->to->metadata, "language", language->value, 0);
    int result = 0;
    if (way->copies) {
        result = avcodec_parameters_copy(way->to->codecpar, source);
        way->to->time_base = way->from.stream->time_base;
        if (film->options.container != transcoder_quicktime) way->to->codecpar->codec_tag = 0;
        if (avformat_query_codec(film->output->oformat, source->codec_id, FF_COMPLIANCE_NORMAL) == 0) return AVERROR_ENCODER_NOT_FOUND;
    } else {
        result = track_open_decoder(&way->from, INT32_MAX);
        if (result >= 0) result = open_encoder(film);
        if (result >= 0) set_times(film);
    }
    const double lead = way->encoder ? fmax(0.25, 3.0 * FRAME / way->encoder->sample_rate) : 0.25;
    if (result >= 0 && film->options.start > lead) track_seek(&way->from, film->options.start - lead);
    return result < 0 ? result : 0;
}

static int give(transcoder *film, AVFrame *frame) {
    sound_way *way = &film->sound;
    int result = avcodec_send_frame(way->encoder, frame);
    while (result >= 0) {
        result = avcodec_receive_packet(way->encoder, way->packet);
        if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
        if (result < 0) return result;
        if (way->packet->pts < way->from_packet || way->packet->pts >= way->to_packet) av_packet_unref(way->packet);
        else result = output_packet(film, way->packet, way->encoder->time_base, way->to);
    }
    return result;
}

static int encode_waiting(transcoder *film, int all) {
    sound_way *way = &film->sound;
    int left;
    while ((left = av_audio_fifo_size(way->waiting)) >= FRAME || (all && left > 0)) {
        av_frame_unref(way->made);
        way->made->nb_samples = left < FRAME ? left : FRAME;
        way->made->format = AV_SAMPLE_FMT_FLTP;
        way->made->sample_rate = way->encoder->sample_rate;
        int result = av_channel_layout_copy(&way->made->ch_layout, &way->encoder->ch_layout);
        if (result >= 0) result = av_frame_get_buffer(way->made, 0);
        if (result >= 0) result = av_audio_fifo_read(way->waiting, (void **)way->made->extended_data, way->made->nb_samples);
        if (result < 0) return result;
        way->made->pts = way->position - left - way->zero;
        result = give(film, way->made);
        if (result < 0) return result;
    }
    return 0;
}

// Adds samples of the film's own clock to those that wait: what is before the beginning is left out, what is missing is silence.
static int add(transcoder *film, float **samples, int64_t count) {
    sound_way *way = &film->sound;
    const int64_t rate = way->encoder->sample_rate;
    if (way->clock - way->position > LONGEST_GAP_SECONDS * rate) way->clock = way->position;
    while (way->clock > way->position && way->position < way->last) {
        static const float zeros[FRAME];
        const void *silence[2] = {zeros, zeros};
        int64_t missing = way->clock - way->position;
        if (missing > way->last - way->position) missing = way->last - way->position;
        if (missing > FRAME) missing = FRAME;
        int result = av_audio_fifo_write(way->waiting, (void **)silence, (int)missing);
        if (result < 0) return result;
        way->position += missing;
        result = encode_waiting(film, 0);
        if (result < 0) return result;
    }
    int64_t skipped = way->position - way->clock;
    if (skipped > count) skipped = count;
    int64_t taken = count - skipped;
    if (taken > way->last - way->position) taken = way->last - way->position;
    if (taken > 0) {
        void *places[2] = {samples[0] + skipped, samples[way->encoder->ch_layout.nb_channels == 1 ? 0 : 1] + skipped};
        const int result = av_audio_fifo_write(way->waiting, places, (int)taken);
        if (result < 0) return result;
        way->position += taken;
    }
    way->clock += count;
    return encode_waiting(film, 0);
}

static int open_converter(sound_way *way, const AVFrame *frame) {
    AVChannelLayout layout;
    int result = 0;
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) av_channel_layout_default(&layout, frame->ch_layout.nb_channels);
    else {
        layout = (AVChannelLayout){0};
        result = av_channel_layout_copy(&layout, &frame->ch_layout);
    }
    if (result >= 0)
        result = swr_alloc_set_opts2(&way->converter, &way->encoder->ch_layout, AV_SAMPLE_FMT_FLTP, way->encoder->sample_rate, &layout, frame->format, frame->sample_rate, 0, NULL);
    av_channel_layout_uninit(&layout);
    return result < 0 ? result : swr_init(way->converter);
}

// Converts a frame, or what the converter holds back, and adds it.
static int convert(transcoder *film, const AVFrame *frame) {
    sound_way *way = &film->sound;
    const int room = swr_get_out_samples(way->converter, frame ? frame->nb_samples : 0);
    if (room < 0) return room;
    float *samples[2] = {NULL, NULL};
    int result = av_samples_alloc((uint8_t **)samples, NULL, way->encoder->ch_layout.nb_channels, room + 1, AV_SAMPLE_FMT_FLTP, 0);
    if (result < 0) return result;
    result = swr_convert(way->converter, (uint8_t **)samples, room + 1, frame ? (const uint8_t **)frame->extended_data : NULL, frame ? frame->nb_samples : 0);
    if (result > 0) result = add(film, samples, result);
    av_freep(&samples[0]);
    return result < 0 ? result : 0;
}

static int copy_step(transcoder *film) {
    sound_way *way = &film->sound;
    const int result = track_read(&way->from);
    AVPacket *packet = way->from.packet;
    if (result < 0) {
        way->ended = 1;
        return result == AVERROR_EOF ? 0 : result;
    }
    if (packet->pts == AV_NOPTS_VALUE) return 0;
    const double begins = track_seconds(&way->from, packet->pts), lasts = (double)packet->duration * av_q2d(way->from.stream->time_base);
    const int is_fragment = film->options.container == transcoder_fragments;
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

int sound_step(transcoder *film) {
    sound_way *way = &film->sound;
    if (way->copies) return copy_step(film);
    int result = track_decode(&way->from);
    if (result < 0 && result != AVERROR_EOF) return result;
    if (result == AVERROR_EOF || way->position >= way->last) {
        way->ended = 1;
        result = way->converter && way->position < way->last ? convert(film, NULL) : 0;
        if (result >= 0) result = encode_waiting(film, 1);
        return result < 0 ? result : give(film, NULL);
    }
    const AVFrame *frame = way->from.frame;
    if (!way->converter) {
        result = open_converter(way, frame);
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
    return convert(film, frame);
}

void sound_end(sound_way *way) {
    track_close(&way->from);
    avcodec_free_context(&way->encoder);
    av_packet_free(&way->packet);
    swr_free(&way->converter);
    if (way->waiting) av_audio_fifo_free(way->waiting);
    av_frame_free(&way->made);
}
