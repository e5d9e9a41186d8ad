#ifndef OPENPHOTOKIT_FILM_H
#define OPENPHOTOKIT_FILM_H

#include "reader.h"
#include "picture.h"
#include "track.h"
#include "transcoder.h"

#include <libavutil/audio_fifo.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

/// Frames whose duration is remembered until their packet comes: more than any encoder holds back.
enum { MAX_DELAY = 512, MAX_WAITING = 32 };
/// Samples of a packet of AAC.
enum { SOUND_FRAME = 1024 };

/// The way through the caller's hands.
typedef struct {
    struct SwsContext *out, *in;
    uint8_t *pixels;
    AVFrame *edited;
    /// Of what came back.
    int width, height;
} picture_editing;

/// The picture's way.
typedef struct {
    track from;
    picture made;
    picture_editing editing;
    /// The frame that waits as it is encoded, where that is known already; nobody edits a frame twice.
    AVFrame *ready;
    AVCodecContext *encoder;
    AVStream *to;
    AVPacket *packet;
    /// The frame that was decoded last, whose end the next one tells; and one that was decoded to learn what the film is.
    AVFrame *held;
    int has_held;
    /// In the source's time base: what is wanted, and what becomes 0.
    int64_t start, end, zero;
    /// The last time given to the encoder.
    int64_t latest;
    struct { int64_t pts, duration; } times[MAX_DELAY];
    int next_time;
    /// Packets after the end that may be needed by ones before it.
    AVPacket *waiting[MAX_WAITING];
    int waiting_count;
    /// Packets that are copied and came without a time of decoding, and when the first of them shows.
    int untimed;
    int64_t first_untimed;
    int begun, ended;
    /// Seconds of the film that are done, and how many frames there were.
    double done;
    int64_t frames;
} picture_way;

/// The sound's way.
typedef struct {
    track from;
    AVCodecContext *encoder;
    AVStream *to;
    AVPacket *packet;
    SwrContext *converter;
    AVAudioFifo *waiting;
    AVFrame *made;
    /// Samples from the film's beginning: wanted, next to be encoded, next to come out of the converter, and what becomes 0.
    int64_t first, last, position, clock, zero;
    /// Times of packets that are written.
    int64_t from_packet, to_packet;
    int has_clock, copies, ended;
    double done;
    /// Where a part is made slower: the last samples before `clock`, which the next ones are joined to, and the next sample that is made.
    float kept[2][3];
    int64_t kept_clock, slow_next;
    int kept_count;
} sound_way;

struct cmedia_transcoder {
    cmedia_transcoder_options options;
    char speed[32];
    picture_way picture;
    sound_way sound;
    AVFormatContext *output;
    AVIOContext *io;
    int64_t position;
    cmedia_transcoder_edit edit;
    cmedia_transcoder_write write;
    cmedia_transcoder_tell tell;
    void *context;
    int is_stopped;
};

/// Seconds that the film lasts: as it says, or as its tables do where that is far less; 0 where nobody says. Asked once there is something to write to.
double film_lasts(const cmedia_transcoder *film);
/// Whether a part is made slower; when a moment of the film then shows, in seconds; and the moment that shows then.
int film_is_slowed(const cmedia_transcoder *film);
double film_slowed(const cmedia_transcoder *film, double seconds);
double film_unslowed(const cmedia_transcoder *film, double seconds);
/// The same of ticks of a track. Ticks that stand for no moment stay.
int64_t film_slowed_ticks(const cmedia_transcoder *film, const track *from, int64_t ticks);
/// Each gives 0 or a negative error.
int picture_begin(cmedia_transcoder *film);
int picture_step(cmedia_transcoder *film);
void picture_end(picture_way *way);
/// The picture's encoder, by its first frame as it is to be encoded; and the way to it and its packets' on. No frame: what it holds back.
int picture_open_encoder(cmedia_transcoder *film, const AVFrame *first);
int picture_encode(cmedia_transcoder *film, AVFrame *frame);
/// What the caller makes of a frame that is to be encoded, borrowed until the next call.
int picture_edit(cmedia_transcoder *film, const AVFrame *frame, double seconds, AVFrame **out);
void picture_end_editing(picture_editing *editing);
/// The picture as it is.
int picture_begin_copying(cmedia_transcoder *film);
int picture_copy(cmedia_transcoder *film);
int sound_begin(cmedia_transcoder *film);
int sound_step(cmedia_transcoder *film);
void sound_end(sound_way *way);
/// The sound's converter, by its first frame; the way through it, of what it holds back without a frame, to the samples that wait; from there, also of less
/// than a packet where it is all, and from a frame to packets.
int sound_open_converter(sound_way *way, const AVFrame *frame);
int sound_convert(cmedia_transcoder *film, const AVFrame *frame);
int sound_encode_waiting(cmedia_transcoder *film, int all);
/// Adds samples at a clock, which moves on; and samples of the film's own clock as many more as a slower part takes.
int sound_add(cmedia_transcoder *film, float **samples, int64_t count, int64_t *clock);
int sound_add_slowed(cmedia_transcoder *film, float **samples, int64_t count);
int sound_encode(cmedia_transcoder *film, AVFrame *frame);
/// Makes the container; tracks are added to it before the header.
int output_open(cmedia_transcoder *film);
/// Lets the container name a codec that is copied, where it does not know the name that another kind of file has for it.
void output_name(const cmedia_transcoder *film, AVCodecParameters *parameters);
int output_header(cmedia_transcoder *film);
/// Gives a packet, whose times are in `base`, to the container.
int output_packet(cmedia_transcoder *film, AVPacket *packet, AVRational base, AVStream *stream);
int output_trailer(cmedia_transcoder *film);
void output_close(cmedia_transcoder *film);

#endif
