#include "heif_metadata.h"

#include <libheif/heif.h>
#include <stdlib.h>
#include <string.h>

// Metadata of real files is kilobytes, an extended XMP packet a few megabytes.
static const size_t largest_block = 64u << 20;

static int fail(char *message, size_t capacity, const char *reason) {
    if (capacity > 0) {
        strncpy(message, reason ? reason : "unknown error", capacity - 1);
        message[capacity - 1] = 0;
    }
    return -1;
}

static void send_metadata(const struct heif_image_handle *handle, cheif_handler handler, void *context) {
    heif_item_id ids[32];
    const int count = heif_image_handle_get_list_of_metadata_block_IDs(handle, NULL, ids, 32);
    for (int index = 0; index < count; index++) {
        const char *type = heif_image_handle_get_metadata_type(handle, ids[index]);
        const char *content = heif_image_handle_get_metadata_content_type(handle, ids[index]);
        const int is_exif = type && strcmp(type, "Exif") == 0;
        const int is_xmp = type && strcmp(type, "mime") == 0 && content && strcmp(content, "application/rdf+xml") == 0;
        const size_t size = heif_image_handle_get_metadata_size(handle, ids[index]);
        if ((!is_exif && !is_xmp) || size == 0 || size > largest_block) continue;
        uint8_t *bytes = malloc(size);
        if (!bytes) continue;
        if (heif_image_handle_get_metadata(handle, ids[index], bytes).code == heif_error_Ok) {
            if (is_xmp) {
                handler(context, cheif_xmp, bytes, size);
            } else if (size > 4) {
                // The first four bytes tell how far behind them the TIFF header begins.
                const size_t skip = ((size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3]) + 4;
                if (skip < size) handler(context, cheif_exif, bytes + skip, size - skip);
            }
        }
        free(bytes);
    }
}

static void send_profile(const struct heif_image_handle *handle, cheif_handler handler, void *context) {
    const size_t size = heif_image_handle_get_raw_color_profile_size(handle);
    if (size == 0 || size > largest_block) return;
    uint8_t *bytes = malloc(size);
    if (bytes && heif_image_handle_get_raw_color_profile(handle, bytes).code == heif_error_Ok) handler(context, cheif_icc, bytes, size);
    free(bytes);
}

int cheif_read_facts(const void *bytes, size_t count, uint64_t pixel_limit, cheif_handler handler, void *context,
                     cheif_facts *facts, char *message, size_t message_capacity) {
    memset(facts, 0, sizeof *facts);
    struct heif_context *file = heif_context_alloc();
    if (!file) return fail(message, message_capacity, "out of memory");
    struct heif_security_limits *limits = heif_context_get_security_limits(file);
    if (limits) limits->max_image_size_pixels = pixel_limit;
    struct heif_image_handle *handle = NULL;
    struct heif_error error = heif_context_read_from_memory_without_copy(file, bytes, count, NULL);
    if (error.code == heif_error_Ok) error = heif_context_get_primary_image_handle(file, &handle);
    int result = 0;
    if (error.code == heif_error_Ok) {
        const int width = heif_image_handle_get_width(handle), height = heif_image_handle_get_height(handle);
        facts->width = width > 0 ? (uint32_t)width : 0;
        facts->height = height > 0 ? (uint32_t)height : 0;
        facts->bits_per_component = heif_image_handle_get_luma_bits_per_pixel(handle);
        facts->has_alpha = heif_image_handle_has_alpha_channel(handle);
        send_metadata(handle, handler, context);
        send_profile(handle, handler, context);
    } else {
        result = fail(message, message_capacity, error.message);
    }
    if (handle) heif_image_handle_release(handle);
    heif_context_free(file);
    return result;
}
