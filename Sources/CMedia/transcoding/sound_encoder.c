#include "film.h"

#include <libavutil/samplefmt.h>

enum { LONGEST_GAP_SECONDS = 600 };

int sound_encode(cmedia_transcoder *film, AVFrame *frame) {
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

int sound_encode_waiting(cmedia_transcoder *film, int all) {
    sound_way *way = &film->sound;
    int left;
    while ((left = av_audio_fifo_size(way->waiting)) >= SOUND_FRAME || (all && left > 0)) {
        av_frame_unref(way->made);
        way->made->nb_samples = left < SOUND_FRAME ? left : SOUND_FRAME;
        way->made->format = AV_SAMPLE_FMT_FLTP;
        way->made->sample_rate = way->encoder->sample_rate;
        int result = av_channel_layout_copy(&way->made->ch_layout, &way->encoder->ch_layout);
        if (result >= 0) result = av_frame_get_buffer(way->made, 0);
        if (result >= 0) result = av_audio_fifo_read(way->waiting, (void **)way->made->extended_data, way->made->nb_samples);
        if (result < 0) return result;
        way->made->pts = way->position - left - way->zero;
        result = sound_encode(film, way->made);
        if (result < 0) return result;
    }
    return 0;
}

// What is before the beginning is left out, what is missing is silence.
int sound_add(cmedia_transcoder *film, float **samples, int64_t count, int64_t *clock) {
    sound_way *way = &film->sound;
    const int64_t rate = way->encoder->sample_rate;
    if (*clock - way->position > LONGEST_GAP_SECONDS * rate) *clock = way->position;
    while (*clock > way->position && way->position < way->last) {
        static const float zeros[SOUND_FRAME];
        const void *silence[2] = {zeros, zeros};
        int64_t missing = *clock - way->position;
        if (missing > way->last - way->position) missing = way->last - way->position;
        if (missing > SOUND_FRAME) missing = SOUND_FRAME;
        int result = av_audio_fifo_write(way->waiting, (void **)silence, (int)missing);
        if (result < 0) return result;
        way->position += missing;
        result = sound_encode_waiting(film, 0);
        if (result < 0) return result;
    }
    int64_t skipped = way->position - *clock;
    if (skipped > count) skipped = count;
    int64_t taken = count - skipped;
    if (taken > way->last - way->position) taken = way->last - way->position;
    if (taken > 0) {
        void *places[2] = {samples[0] + skipped, samples[way->encoder->ch_layout.nb_channels == 1 ? 0 : 1] + skipped};
        const int result = av_audio_fifo_write(way->waiting, places, (int)taken);
        if (result < 0) return result;
        way->position += taken;
    }
    *clock += count;
    return sound_encode_waiting(film, 0);
}

int sound_open_converter(sound_way *way, const AVFrame *frame) {
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
int sound_convert(cmedia_transcoder *film, const AVFrame *frame) {
    sound_way *way = &film->sound;
    const int room = swr_get_out_samples(way->converter, frame ? frame->nb_samples : 0);
    if (room < 0) return room;
    float *samples[2] = {NULL, NULL};
    int result = av_samples_alloc((uint8_t **)samples, NULL, way->encoder->ch_layout.nb_channels, room + 1, AV_SAMPLE_FMT_FLTP, 0);
    if (result < 0) return result;
    result = swr_convert(way->converter, (uint8_t **)samples, room + 1, frame ? (const uint8_t **)frame->extended_data : NULL, frame ? frame->nb_samples : 0);
    if (film->options.volume < 1)
        for (int channel = 0; channel < way->encoder->ch_layout.nb_channels; channel++)
            for (int index = 0; index < result; index++) samples[channel][index] *= (float)film->options.volume;
    if (result > 0) result = film_is_slowed(film) ? sound_add_slowed(film, samples, result) : sound_add(film, samples, result, &way->clock);
    av_freep(&samples[0]);
    return result < 0 ? result : 0;
}
