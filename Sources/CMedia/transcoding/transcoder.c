#include "film.h"
#include "warnings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int fail(cmedia_transcoder *film, int result, const char *what, char *text, size_t size) {
    char reason[AV_ERROR_MAX_STRING_SIZE] = "";
    if (film->is_stopped || result == AVERROR_EXIT) return cmedia_transcoder_stopped;
    if (result < 0) av_strerror(result, reason, sizeof reason);
    snprintf(text, size, "%s%s%s", what, reason[0] ? ": " : "", reason);
    switch (result) {
    case AVERROR(ENOMEM): return cmedia_no_memory;
    case AVERROR_STREAM_NOT_FOUND: return cmedia_transcoder_absent;
    case AVERROR_MUXER_NOT_FOUND: return cmedia_transcoder_unfit;
    case AVERROR_DECODER_NOT_FOUND: case AVERROR_ENCODER_NOT_FOUND: case AVERROR_PATCHWELCOME: return cmedia_unsupported;
    default: return cmedia_damaged;
    }
}

int cmedia_transcoder_open(const void *bytes, size_t length, const cmedia_transcoder_options *options, cmedia_transcoder **out,
                           cmedia_transcoder_film *said, char *text, size_t size) {
    cmedia_hush();
    memset(said, 0, sizeof *said);
    cmedia_transcoder *film = *out = av_mallocz(sizeof *film);
    if (!film) {
        snprintf(text, size, "no memory for a film");
        return cmedia_no_memory;
    }
    film->options = *options;
    snprintf(film->speed, sizeof film->speed, "%s", options->speed ? options->speed : "");
    int result = 0;
    const AVFormatContext *format = NULL;
    const memory_input input = {.bytes = bytes, .count = (int64_t)length, .need = options->need, .context = options->need_context};
    if (options->picture) {
        result = track_open(&film->picture.from, input, AVMEDIA_TYPE_VIDEO);
        if (result < 0) return fail(film, result, "film header", text, size);
        format = film->picture.from.format;
        if (film->picture.from.stream) {
            const AVCodecParameters *parameters = film->picture.from.stream->codecpar;
            const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(parameters->format);
            said->has_picture = 1;
            said->bits = pixels ? pixels->comp[0].depth : 0;
            said->full_range = parameters->color_range == AVCOL_RANGE_JPEG;
            said->matrix = parameters->color_space;
            said->primaries = parameters->color_primaries;
            said->transfer = parameters->color_trc;
        }
    }
    if (options->sound) {
        result = track_open(&film->sound.from, input, AVMEDIA_TYPE_AUDIO);
        if (result < 0) return fail(film, result, "sound header", text, size);
        if (!format) format = film->sound.from.format;
        said->has_sound = film->sound.from.stream != NULL;
    }
    if (format && format->duration != AV_NOPTS_VALUE) said->duration = (double)format->duration / AV_TIME_BASE;
    if (!said->has_picture && !said->has_sound) return fail(film, AVERROR_STREAM_NOT_FOUND, "nothing to see or hear", text, size);
    if (options->picture && !said->has_picture) return fail(film, AVERROR_STREAM_NOT_FOUND, "no picture", text, size);
    return cmedia_ok;
}

// Seconds until the last sample that the tables of a track name; endless where they may not name all: in fragments, and in formats other than MPEG-4's.
static double tabled(const track *from) {
    const int count = avformat_index_get_entries_count(from->stream);
    if (!strstr(from->format->iformat->name, "mp4") || from->stream->nb_frames <= 0 || count <= 0) return INFINITY;
    const AVIndexEntry *last = avformat_index_get_entry(from->stream, count - 1);
    return last ? track_seconds(from, last->timestamp) : INFINITY;
}

double film_lasts(const cmedia_transcoder *film) {
    const AVFormatContext *format = film->picture.to ? film->picture.from.format : film->sound.from.format;
    if (!format || format->duration == AV_NOPTS_VALUE) return 0;
    const double stated = (double)format->duration / AV_TIME_BASE;
    double known = 0;
    if (film->picture.to) known = fmax(known, tabled(&film->picture.from));
    if (film->sound.to) known = fmax(known, tabled(&film->sound.from));
    // A head that lies by hours would make room for an index of hours. How long the last sample lasts is not known here.
    return stated > 2 * known + 10 ? known + 10 : stated;
}

// Whichever of the two is behind goes on, so that what belongs together is written together.
static int steps(cmedia_transcoder *film) {
    int has_picture = film->picture.to != NULL, has_sound = film->sound.to != NULL;
    const double start = film->options.start;
    const double lasts = film_lasts(film), stated = lasts > 0 ? fmin(film->options.end, lasts) : film->options.end;
    while ((has_picture && !film->picture.ended) || (has_sound && !film->sound.ended)) {
        const int is_picture = has_picture && !film->picture.ended && (!has_sound || film->sound.ended || film->picture.done <= film->sound.done);
        const int result = is_picture ? picture_step(film) : sound_step(film);
        if (result < 0) return result;
        const double now = has_picture ? film->picture.done : film->sound.done, done = isfinite(stated) && stated > start ? (now - start) / (stated - start) : 0;
        if (film->tell(film->context, fmax(0, fmin(done, 1)))) {
            film->is_stopped = 1;
            return AVERROR_EXIT;
        }
    }
    return 0;
}

// A picture that ends more than a second, and more than a twentieth of its time, before its header says so.
static int ends_early(const cmedia_transcoder *film) {
    const track *from = film->picture.to ? &film->picture.from : &film->sound.from;
    if (from->stream->duration == AV_NOPTS_VALUE || from->stream->duration <= 0) return 0;
    const double stated = fmin((double)from->stream->duration * av_q2d(from->stream->time_base), film->options.end);
    const double last = film->picture.to ? film->picture.done : film->sound.done, rate = av_q2d(from->stream->avg_frame_rate);
    const double frame = film->picture.to && rate > 0 && isfinite(rate) ? 1 / rate : 0;
    return stated - last > fmax(fmax(1, 2 * frame), stated / 20);
}

int cmedia_transcoder_run(cmedia_transcoder *film, const uint16_t *tones, cmedia_transcoder_edit edit, cmedia_transcoder_write write,
                          cmedia_transcoder_tell tell, void *context, char *text, size_t size) {
    film->edit = edit;
    film->write = write;
    film->tell = tell;
    film->context = context;
    film->picture.made.tones = tones;
    int result = output_open(film);
    if (result < 0) return fail(film, result, "container", text, size);
    if (film->picture.from.stream) result = picture_begin(film);
    if (result < 0) return fail(film, result, "picture", text, size);
    if (film->sound.from.stream) result = sound_begin(film);
    if (result < 0) return fail(film, result, "sound", text, size);
    film->picture.done = film->sound.done = film->options.start;
    result = output_header(film);
    // What a container does not take of what is copied is told here at the latest.
    if (result == AVERROR(EINVAL) && (film->options.picture == cmedia_transcoder_copy || film->sound.copies)) result = AVERROR_MUXER_NOT_FOUND;
    if (result < 0) return fail(film, result, "header", text, size);
    result = steps(film);
    if (result < 0) return fail(film, result, "frame", text, size);
    if (film->options.strict && (film->picture.from.is_torn || film->sound.from.is_torn)) return fail(film, 0, "some of it can't be decoded", text, size);
    if (film->options.strict && ends_early(film)) return fail(film, 0, "it ends before its time", text, size);
    if (film->picture.to && film->picture.frames == 0 && film->options.container != cmedia_transcoder_fragments) return fail(film, 0, "no frame in this part", text, size);
    result = output_trailer(film);
    return result < 0 ? fail(film, result, "index", text, size) : cmedia_ok;
}

void cmedia_transcoder_close(cmedia_transcoder *film) {
    if (!film) return;
    picture_end(&film->picture);
    sound_end(&film->sound);
    output_close(film);
    av_free(film);
}
