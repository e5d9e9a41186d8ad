#ifndef OPENPHOTOKIT_HEIF_METADATA_H
#define OPENPHOTOKIT_HEIF_METADATA_H

#include <stddef.h>
#include <stdint.h>

/// What a HEIF or AVIF file says of its primary picture. Sizes are as displayed: after the container's rotation, mirroring and cropping.
typedef struct {
    uint32_t width;
    uint32_t height;
    int32_t bits_per_component;
    int32_t has_alpha;
} cheif_facts;

typedef enum { cheif_exif, cheif_xmp, cheif_icc } cheif_block;

/// Called once for each metadata block; the bytes are borrowed for the duration of the call. EXIF begins at its TIFF header.
typedef void (*cheif_handler)(void *context, cheif_block block, const void *bytes, size_t count);

/// Reads the container only, no pixel is decoded. The bytes are borrowed until the call returns.
/// Returns 0, or -1 with a terminated message in `message`.
int cheif_read_facts(const void *bytes, size_t count, uint64_t pixel_limit, cheif_handler handler, void *context,
                     cheif_facts *facts, char *message, size_t message_capacity);

#endif
