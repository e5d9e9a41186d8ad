#include "step.h"
#include "vips_shim.h"

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
