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

// Replaces *image by *next and drops the reference to what it was. By pointer: the call that fills `next` is another argument.
static int step(VipsImage **image, VipsImage **next, int failed) {
    if (failed) return -1;
    g_object_unref(*image);
    *image = *next;
    *next = NULL;
    return 0;
}

cvips_image *cvips_normalize(cvips_image *source, int flatten) {
    VipsImage *image = source, *next = NULL;
    g_object_ref(image);
    int space = vips_image_get_interpretation(image);
    if (space == VIPS_INTERPRETATION_CMYK) {
        if (step(&image, &next, vips_icc_transform(image, &next, "srgb", "embedded", 1, "input_profile", "cmyk", NULL))) goto failed;
    } else if (space == VIPS_INTERPRETATION_MULTIBAND) {
        int bands = vips_image_get_bands(image);
        if (bands > 4 && step(&image, &next, vips_extract_band(image, &next, 0, "n", 3, NULL))) goto failed;
        if (step(&image, &next, vips_copy(image, &next, "interpretation", bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, NULL)))
            goto failed;
    } else if (space == VIPS_INTERPRETATION_LAB || space == VIPS_INTERPRETATION_LABQ || space == VIPS_INTERPRETATION_LABS) {
        // Files mean the CIELAB of profiles, under D50; libvips' own conversion takes it for that of D65.
        if (step(&image, &next, vips_colourspace(image, &next, VIPS_INTERPRETATION_LAB, NULL))) goto failed;
        if (step(&image, &next, vips_icc_export(image, &next, "output_profile", "srgb", NULL))) goto failed;
    } else if (space == VIPS_INTERPRETATION_GREY16) {
        if (step(&image, &next, vips_colourspace(image, &next, VIPS_INTERPRETATION_B_W, NULL))) goto failed;
    } else if (space != VIPS_INTERPRETATION_sRGB && space != VIPS_INTERPRETATION_B_W) {
        if (step(&image, &next, vips_colourspace(image, &next, VIPS_INTERPRETATION_sRGB, NULL))) goto failed;
    }
    if (vips_image_get_format(image) != VIPS_FORMAT_UCHAR) {
        // A 16-bit image that calls itself sRGB or grey has 16-bit values; others are in 0...255 already.
        int shift = vips_image_get_format(image) == VIPS_FORMAT_USHORT;
        if (step(&image, &next, vips_cast(image, &next, VIPS_FORMAT_UCHAR, "shift", shift, NULL))) goto failed;
    }
    if (flatten && vips_image_hasalpha(image)) {
        double white[3] = {255, 255, 255};
        void *background = vips_array_double_new(white, vips_image_get_bands(image) == 2 ? 1 : 3);
        int result = vips_flatten(image, &next, "background", background, NULL);
        vips_area_unref(background);
        if (step(&image, &next, result)) goto failed;
    }
    if (vips_image_get_bands(image) > 4) {
        if (step(&image, &next, vips_extract_band(image, &next, 0, "n", 4, NULL))) goto failed;
    }
    return image;
failed:
    g_object_unref(image);
    return NULL;
}

cvips_image *cvips_normalize_deep(cvips_image *source) {
    VipsImage *image = source, *next = NULL;
    g_object_ref(image);
    if (vips_image_get_format(image) == VIPS_FORMAT_FLOAT) {
        if (step(&image, &next, vips_colourspace(image, &next, VIPS_INTERPRETATION_RGB16, NULL))) goto failed;
    }
    if (vips_image_get_bands(image) > 4 && step(&image, &next, vips_extract_band(image, &next, 0, "n", 3, NULL))) goto failed;
    int space = vips_image_get_bands(image) < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16;
    if (step(&image, &next, vips_copy(image, &next, "interpretation", space, NULL))) goto failed;
    return image;
failed:
    g_object_unref(image);
    return NULL;
}

cvips_image *cvips_from_memory(const void *pixels, int width, int height, int bands, int bits) {
    VipsImage *next = NULL;
    size_t length = (size_t)width * (size_t)height * (size_t)bands * (size_t)(bits / 8);
    VipsImage *image = vips_image_new_from_memory(pixels, length, width, height, bands, bits == 16 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR);
    if (!image) return NULL;
    int space = bits == 16 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
    if (step(&image, &next, vips_copy(image, &next, "interpretation", space, NULL))) {
        g_object_unref(image);
        return NULL;
    }
    return image;
}

cvips_image *cvips_rgba(cvips_image *source) {
    VipsImage *image = source, *next = NULL;
    g_object_ref(image);
    if (vips_image_get_bands(image) < 3 && step(&image, &next, vips_colourspace(image, &next, VIPS_INTERPRETATION_sRGB, NULL))) goto failed;
    if (vips_image_get_bands(image) == 3 && step(&image, &next, vips_addalpha(image, &next, NULL))) goto failed;
    if (vips_image_get_format(image) != VIPS_FORMAT_UCHAR && step(&image, &next, vips_cast(image, &next, VIPS_FORMAT_UCHAR, NULL))) goto failed;
    return image;
failed:
    g_object_unref(image);
    return NULL;
}

cvips_image *cvips_crop(cvips_image *image, int x, int y, int width, int height) {
    VipsImage *next = NULL;
    return vips_extract_area(image, &next, x, y, width, height, NULL) ? NULL : next;
}

// `vips_thumbnail_image` works in 8 bits.
static cvips_image *resize_deep(cvips_image *source, int width, int height) {
    VipsImage *image = source, *next = NULL;
    g_object_ref(image);
    double x = (double)width / vips_image_get_width(image), y = (double)height / vips_image_get_height(image);
    int clear = vips_image_hasalpha(image);
    if (clear && step(&image, &next, vips_premultiply(image, &next, "max_alpha", 65535.0, NULL))) goto failed;
    if (step(&image, &next, vips_resize(image, &next, x, "vscale", y, NULL))) goto failed;
    if (clear) {
        if (step(&image, &next, vips_unpremultiply(image, &next, "max_alpha", 65535.0, NULL))) goto failed;
        if (step(&image, &next, vips_round(image, &next, VIPS_OPERATION_ROUND_RINT, NULL))) goto failed;
    }
    if (vips_image_get_format(image) != VIPS_FORMAT_USHORT && step(&image, &next, vips_cast(image, &next, VIPS_FORMAT_USHORT, NULL))) goto failed;
    return image;
failed:
    g_object_unref(image);
    return NULL;
}

cvips_image *cvips_resize(cvips_image *image, int width, int height) {
    VipsImage *next = NULL;
    if (vips_image_get_format(image) == VIPS_FORMAT_USHORT) return resize_deep(image, width, height);
    return vips_thumbnail_image(image, &next, width, "height", height, "size", VIPS_SIZE_FORCE, "no_rotate", 1, NULL) ? NULL : next;
}

int cvips_rows(cvips_image *image, int step_rows,
               int (*sink)(void *context, const unsigned char *rows, size_t stride, int y, int count), void *context) {
    int width = vips_image_get_width(image), height = vips_image_get_height(image), result = 0;
    VipsRegion *region = vips_region_new(image);
    if (!region) return -1;
    for (int y = 0; y < height && !result; y += step_rows) {
        int count = height - y < step_rows ? height - y : step_rows;
        size_t length = 0;
        unsigned char *rows = vips_region_fetch(region, 0, y, width, count, &length);
        if (!rows) result = -1;
        else result = sink(context, rows, length / (size_t)count, y, count);
        g_free(rows);
    }
    g_object_unref(region);
    return result;
}

int cvips_save_png(const void *rgba, int width, int height, int bits, int bands, const void *profile, size_t profile_length,
                   void **png, size_t *length) {
    VipsImage *next = NULL;
    int format = bits == 16 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR;
    VipsImage *image = vips_image_new_from_memory(rgba, (size_t)width * (size_t)height * 4 * (size_t)(bits / 8), width, height, 4, format);
    if (!image) return -1;
    if (bands == 3 && step(&image, &next, vips_extract_band(image, &next, 0, "n", 3, NULL))) goto failed;
    int space = bits == 16 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
    if (step(&image, &next, vips_copy(image, &next, "interpretation", space, NULL))) goto failed;
    if (profile) vips_image_set_blob_copy(image, "icc-profile-data", profile, profile_length);
    if (vips_pngsave_buffer(image, png, length, NULL)) goto failed;
    g_object_unref(image);
    return 0;
failed:
    g_object_unref(image);
    return -1;
}

void cvips_free(void *memory) { g_free(memory); }
