#include "vips_shim.h"

#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>
#include <vips/vector.h>

static void quiet(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void)domain; (void)level; (void)message; (void)data;
}

static GLogWriterOutput quiet_writer(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    (void)level; (void)fields; (void)count; (void)data;
    return G_LOG_WRITER_HANDLED;
}

int cvips_start(void) {
    static int started = 0;
    if (started) return 0;
    g_log_set_default_handler(quiet, NULL);
    g_log_set_writer_func(quiet_writer, NULL, NULL);
    if (vips_init("photo-decoder")) return -1;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    // Its run-time compiler wants executable memory, which a sandbox refuses; opaque pictures are resized outside libvips anyway.
    vips_vector_set_enabled(0);
    vips_block_untrusted_set(1);
    // Untrusted as well in libvips' eyes, and formats people have photos in: that is what the worker's sandbox is for.
    vips_operation_block_set("VipsForeignLoadJxl", 0);
    vips_operation_block_set("VipsForeignLoadJp2k", 0);
    started = 1;
    return 0;
}

void cvips_message(char *text, size_t size) {
    strncpy(text, vips_error_buffer(), size - 1);
    text[size - 1] = 0;
    size_t end = strlen(text);
    while (end > 0 && text[end - 1] == '\n') text[--end] = 0;
    vips_error_clear();
}

cvips_image *cvips_open(const void *bytes, size_t length, cvips_loader loader, double scale, int strict) {
    // What libvips said of a file before is none of this one's.
    vips_error_clear();
    void *buffer = (void *)bytes;
    VipsImage *image = NULL;
    int failed = -1, fail_on = strict ? 1 : 0;
#define COMMON "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on
    switch (loader) {
    case cvips_png: failed = vips_pngload_buffer(buffer, length, &image, COMMON, NULL); break;
    case cvips_webp: failed = vips_webpload_buffer(buffer, length, &image, COMMON, "scale", scale < 1 ? scale : 1.0, NULL); break;
    case cvips_gif: failed = vips_gifload_buffer(buffer, length, &image, COMMON, NULL); break;
    case cvips_tiff: failed = vips_tiffload_buffer(buffer, length, &image, COMMON, NULL); break;
    case cvips_jxl: failed = vips_jxlload_buffer(buffer, length, &image, COMMON, NULL); break;
    case cvips_jp2: failed = vips_jp2kload_buffer(buffer, length, &image, COMMON, NULL); break;
    case cvips_jpeg: failed = vips_jpegload_buffer(buffer, length, &image, COMMON, NULL); break;
    }
    return failed ? NULL : image;
}

cvips_image *cvips_open_frames(const void *bytes, size_t length, cvips_loader loader, int first, int count, int strict) {
    // What libvips said of a file before is none of this one's.
    vips_error_clear();
    void *buffer = (void *)bytes;
    VipsImage *image = NULL;
    int failed = -1, fail_on = strict ? 1 : 0;
    if (loader == cvips_webp) failed = vips_webpload_buffer(buffer, length, &image, COMMON, "page", first, "n", count, NULL);
    if (loader == cvips_gif) failed = vips_gifload_buffer(buffer, length, &image, COMMON, "page", first, "n", count, NULL);
    return failed ? NULL : image;
}

void cvips_close(cvips_image *image) {
    if (image) g_object_unref(image);
}

int cvips_width(cvips_image *image) { return vips_image_get_width(image); }
int cvips_height(cvips_image *image) { return vips_image_get_height(image); }
int cvips_bands(cvips_image *image) { return vips_image_get_bands(image); }

int cvips_bits(cvips_image *image) { return vips_image_get_format(image) == VIPS_FORMAT_USHORT ? 16 : 8; }

int cvips_is_deep(cvips_image *image) {
    int space = vips_image_get_interpretation(image), format = vips_image_get_format(image);
    // Floating point of linear light: what JPEG XL of more than 16 bits decodes to. libvips 8.14 is unsure of its alpha's range.
    if (format == VIPS_FORMAT_FLOAT) return space == VIPS_INTERPRETATION_scRGB && vips_image_get_bands(image) == 3;
    if (format != VIPS_FORMAT_USHORT) return 0;
    return space == VIPS_INTERPRETATION_RGB16 || space == VIPS_INTERPRETATION_GREY16 || space == VIPS_INTERPRETATION_sRGB || space == VIPS_INTERPRETATION_B_W
        || space == VIPS_INTERPRETATION_MULTIBAND;
}

size_t cvips_profile(cvips_image *image, const void **profile) {
    size_t length = 0;
    if (!vips_image_get_typeof(image, "icc-profile-data")) return 0;
    if (vips_image_get_blob(image, "icc-profile-data", profile, &length)) {
        vips_error_clear();
        return 0;
    }
    return length;
}

void cvips_free(void *memory) { g_free(memory); }
