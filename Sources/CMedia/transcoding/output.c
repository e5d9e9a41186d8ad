#define _GNU_SOURCE
#include "film.h"

#include <libavutil/opt.h>
#include <string.h>
#include <strings.h>

enum { PIECE = 1 << 20 };

#if LIBAVFORMAT_VERSION_MAJOR < 61
static int write_piece(void *opaque, uint8_t *bytes, int count) {
#else
static int write_piece(void *opaque, const uint8_t *bytes, int count) {
#endif
    cmedia_transcoder *film = opaque;
    if (film->is_stopped || film->write(film->context, film->position, bytes, (size_t)count)) {
        film->is_stopped = 1;
        return AVERROR_EXIT;
    }
    film->position += count;
    return count;
}

static int64_t seek_piece(void *opaque, int64_t offset, int whence) {
    cmedia_transcoder *film = opaque;
    // How long the film is so far nobody has to know.
    if (whence != SEEK_SET || offset < 0) return AVERROR(EINVAL);
    return film->position = offset;
}

int output_open(cmedia_transcoder *film) {
    const char *name = film->options.container == cmedia_transcoder_quicktime ? "mov" : film->options.picture == cmedia_transcoder_none ? "ipod" : "mp4";
    int result = avformat_alloc_output_context2(&film->output, NULL, name, NULL);
    if (result < 0) return result;
    uint8_t *buffer = av_malloc(PIECE);
    if (buffer) film->io = avio_alloc_context(buffer, PIECE, 1, film, NULL, write_piece, seek_piece);
    if (!film->io) {
        av_free(buffer);
        return AVERROR(ENOMEM);
    }
    film->output->pb = film->io;
    film->output->flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO;
    // Times are right as they are: an edit list hides what comes before 0, and fragments begin where they begin.
    film->output->avoid_negative_ts = 0;
    return 0;
}

// What the film says of itself by names that are not QuickTime's is said by these: they are the ones that are read.
static const char *const names[][2] = {
    {"title", "com.apple.quicktime.title"}, {"location", "com.apple.quicktime.location.ISO6709"}, {"make", "com.apple.quicktime.make"},
    {"model", "com.apple.quicktime.model"}, {"description", "com.apple.quicktime.description"}, {"date", "com.apple.quicktime.creationdate"},
};
// What is true of the former file alone.
static const char *const left_out[] = {"major_brand", "minor_version", "compatible_brands", "encoder", "duration"};

// What somebody wrote, by the last part of its name: `title`, `com.apple.quicktime.title`.
static const char *const words[] = {"title", "subtitle", "description", "comment", "keyword", "keywords", "caption", "synopsis", "displayname", "information"};

// Where a film says each of these: the key that is written, and the last parts of the keys that say the same.
static const struct { const char *key, *same[4]; } statements[cmedia_transcoder_statements] = {
    [cmedia_transcoder_date] = {"com.apple.quicktime.creationdate", {"creationdate", "date"}},
    [cmedia_transcoder_moment] = {"creation_time", {"creation_time"}},
    [cmedia_transcoder_place] = {"com.apple.quicktime.location.ISO6709", {"facing"}},
    [cmedia_transcoder_title] = {"com.apple.quicktime.title", {"title", "displayname"}},
    [cmedia_transcoder_caption] = {"com.apple.quicktime.description", {"description", "comment", "caption"}},
    [cmedia_transcoder_keywords] = {"com.apple.quicktime.keywords", {"keywords", "keyword"}},
    [cmedia_transcoder_rating] = {"com.apple.quicktime.rating.user", {"rating", "user"}},
};

static int is_said_otherwise(const cmedia_transcoder *film, const char *key, const char *name) {
    for (unsigned index = 0; index < cmedia_transcoder_statements; index++) {
        if (!film->options.said[index]) continue;
        if (index == cmedia_transcoder_place && (strcasestr(key, "location") || strcasestr(key, "xyz"))) return 1;
        for (unsigned other = 0; other < 4 && statements[index].same[other]; other++)
            if (strcasecmp(name, statements[index].same[other]) == 0) return 1;
    }
    return 0;
}

static int is_left_out_of(const cmedia_transcoder *film, const char *key) {
    for (unsigned index = 0; index < sizeof left_out / sizeof *left_out; index++)
        if (strcmp(key, left_out[index]) == 0) return 1;
    if (film->options.leave_place && (strcasestr(key, "location") || strcasestr(key, "xyz"))) return 1;
    const char *dot = strrchr(key, '.'), *name = dot ? dot + 1 : key;
    for (unsigned index = 0; film->options.leave_words && index < sizeof words / sizeof *words; index++)
        if (strcasecmp(name, words[index]) == 0) return 1;
    return is_said_otherwise(film, key, name);
}

static void copy_metadata(cmedia_transcoder *film, const AVDictionary *source) {
    const AVDictionaryEntry *entry = NULL;
    while ((entry = av_dict_get(source, "", entry, AV_DICT_IGNORE_SUFFIX))) {
        // The same in other languages.
        if (is_left_out_of(film, entry->key) || strchr(entry->key, '-')) continue;
        const char *key = entry->key;
        for (unsigned index = 0; index < sizeof names / sizeof *names; index++) {
            if (strcmp(key, names[index][0])) continue;
            key = names[index][1];
            if (av_dict_get(source, key, NULL, 0)) key = NULL;
            break;
        }
        if (key) av_dict_set(&film->output->metadata, key, entry->value, 0);
    }
    for (unsigned index = 0; index < cmedia_transcoder_statements; index++) {
        const char *said = film->options.said[index];
        if (said && *said) av_dict_set(&film->output->metadata, statements[index].key, said, 0);
    }
}

// Room for the index: what it takes for each frame and each packet of sound, and for what the film says of itself.
static int64_t index_room(const cmedia_transcoder *film, double seconds) {
    double room = 16 << 10;
    const AVDictionaryEntry *entry = NULL;
    while ((entry = av_dict_get(film->output->metadata, "", entry, AV_DICT_IGNORE_SUFFIX))) room += (double)(strlen(entry->key) + strlen(entry->value) + 64);
    const AVStream *picture = film->picture.from.stream;
    if (film->picture.to) {
        const double rate = picture->avg_frame_rate.num > 0 ? av_q2d(picture->avg_frame_rate) : 60;
        room += (seconds * (rate > 240 ? rate : 240) < (double)picture->nb_frames ? (double)picture->nb_frames : seconds * rate * 1.5) * 44;
    }
    if (film->sound.to) room += seconds * 60 * 36;
    return room > 256 << 20 ? 0 : (int64_t)room;
}

void output_name(const cmedia_transcoder *film, AVCodecParameters *parameters) {
    const struct AVCodecTag *const *known = film->output->oformat->codec_tag;
    unsigned own;
    if (known && av_codec_get_id(known, parameters->codec_tag) != parameters->codec_id && av_codec_get_tag2(known, parameters->codec_id, &own)) parameters->codec_tag = 0;
}

int output_header(cmedia_transcoder *film) {
    const track *source = film->picture.to ? &film->picture.from : &film->sound.from;
    AVDictionary *options = NULL;
    if (film->options.container == cmedia_transcoder_fragments) {
        av_dict_set(&options, "movflags", "empty_moov+default_base_moof+frag_discont", 0);
        // Half a second each: the first is there soon.
        av_dict_set(&options, "frag_duration", "500000", 0);
        av_dict_set(&options, "use_editlist", "0", 0);
    } else {
        copy_metadata(film, source->format->metadata);
        av_dict_set(&options, "movflags", "use_metadata_tags", 0);
        const double lasts = film_lasts(film), seconds = film_slowed(film, film->options.end < lasts ? film->options.end : lasts) - film_slowed(film, film->options.start);
        // It is as slow as it is to be: a player that makes films of so many frames a second slower leaves it so.
        if (film_is_slowed(film)) av_dict_set(&film->output->metadata, "com.apple.quicktime.full-frame-rate-playback-intent", "1", 0);
        if (film->options.index_first && seconds > 0) av_dict_set_int(&options, "moov_size", index_room(film, seconds), 0);
    }
    const int result = avformat_write_header(film->output, &options);
    av_dict_free(&options);
    return result < 0 ? result : 0;
}

int output_packet(cmedia_transcoder *film, AVPacket *packet, AVRational base, AVStream *stream) {
    av_packet_rescale_ts(packet, base, stream->time_base);
    packet->stream_index = stream->index;
    packet->pos = -1;
    return av_interleaved_write_frame(film->output, packet);
}

int output_trailer(cmedia_transcoder *film) {
    int result = av_write_trailer(film->output);
    if (result >= 0) avio_flush(film->io);
    return film->io->error < 0 ? film->io->error : result;
}

void output_close(cmedia_transcoder *film) {
    avformat_free_context(film->output);
    if (!film->io) return;
    av_freep(&film->io->buffer);
    avio_context_free(&film->io);
}
