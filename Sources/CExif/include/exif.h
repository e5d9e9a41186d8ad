#ifndef OPENPHOTOKIT_EXIF_H
#define OPENPHOTOKIT_EXIF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One tag. All pointers are borrowed for the duration of the callback.
///
/// `text` is of unstated encoding (EXIF and IPTC say little of it; XMP is UTF-8) and not terminated. `bytes` is null except for
/// values that text can't carry.
typedef struct {
    const char *key;
    const char *text;
    size_t text_length;
    const uint8_t *bytes;
    size_t byte_count;
} cexif_tag;

typedef void (*cexif_handler)(void *context, const cexif_tag *tag);

/// Size in pixels of the picture as the metadata library understands the file; 0 where it does not.
typedef struct {
    uint32_t width;
    uint32_t height;
} cexif_size;

/// Reads the tags of a whole file. The bytes are borrowed until the call returns, and never copied as a whole.
///
/// Embedded lists (keywords) come as one call per element, an XMP language alternative as its default. Besides the file's own tags:
/// `Lens.Name`, the maker's lens code in words, and `File.ICCProfile`, the colour profile, both only where present.
/// Safe from any thread. Returns 0, or -1 with a terminated message in `message`; tags handed out before stay valid.
int cexif_read_file(const void *bytes, size_t count, cexif_handler handler, void *context,
                    cexif_size *size, char *message, size_t message_capacity);

/// Reads an EXIF block on its own: a TIFF structure, as HEIF and JPEG XL keep it.
int cexif_read_block(const void *bytes, size_t count, cexif_handler handler, void *context, char *message, size_t message_capacity);

/// Reads an XMP packet on its own: a sidecar, or one taken from a HEIF.
int cexif_read_packet(const void *bytes, size_t count, cexif_handler handler, void *context, char *message, size_t message_capacity);

/// The EXIF block of a picture that was made of this one: all that is said of the moment, upright, of this size, without what belongs to the pixels of the
/// file. `bytes` are a whole file or, with `is_block`, an EXIF block. The handler gets it as the bytes of one tag called `Exif`, at most 65,000 of them; where
/// there is no EXIF it is not called.
int cexif_carry(const void *bytes, size_t count, int is_block, cexif_size size, cexif_handler handler, void *context, char *message,
                size_t message_capacity);

/// Borrowed for the duration of the callback.
typedef void (*cexif_file_handler)(void *context, const void *bytes, size_t count);

/// Writes a picture's file anew with other metadata, and hands it out. The bytes are borrowed until the call returns.
///
/// `lines` are pairs of a key and a text, each ended by a zero byte. A key with an empty text is taken out (with a `*` at its end all that begin so); with
/// another text it gets one value more. XMP values are written as the key's own kind (a list, a language alternative, a text); IPTC's only into files that have
/// such a block already, which becomes UTF-8 then. A maker note is given as numbers of its bytes, and as Apple's tag for versions of exiv2 that read that note;
/// whichever applies is written.
int cexif_write(const void *bytes, size_t count, const void *lines, size_t line_bytes, cexif_file_handler handler, void *context,
                char *message, size_t message_capacity);

#ifdef __cplusplus
}
#endif
#endif
