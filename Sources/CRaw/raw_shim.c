#include "raw_shim.h"

#include <libraw/libraw.h>
#include <stdlib.h>

// Debian's LibRaw runs loops on OpenMP's threads; a sandboxed worker may not start any. Weak: other builds have no OpenMP.
extern void omp_set_num_threads(int) __attribute__((weak));

struct craw_file {
    libraw_data_t *handle;
    int is_torn;
};

static libraw_data_t *data(craw_file *raw) { return raw->handle; }

// LibRaw goes on behind what it can't read, and gives what it has.
static void note_tear(void *context, const char *file, const INT64 offset) {
    (void)file;
    (void)offset;
    ((craw_file *)context)->is_torn = 1;
}
static void quiet_memory(void *context, const char *file, const char *where) { (void)context; (void)file; (void)where; }

int craw_open(const void *bytes, size_t length, craw_file **raw) {
    if (omp_set_num_threads) omp_set_num_threads(1);
    craw_file *opened = *raw = calloc(1, sizeof *opened);
    libraw_data_t *handle = opened ? libraw_init(0) : NULL;
    if (!handle) {
        free(opened);
        *raw = NULL;
        return LIBRAW_UNSUFFICIENT_MEMORY;
    }
    opened->handle = handle;
    libraw_set_dataerror_handler(handle, (data_callback)note_tear, opened);
    libraw_set_memerror_handler(handle, (memory_callback)quiet_memory, 0);
    return libraw_open_buffer(handle, (void *)bytes, length);
}

void craw_close(craw_file *raw) {
    if (!raw) return;
    libraw_close(data(raw));
    free(raw);
}

int craw_width(craw_file *raw) { return data(raw)->sizes.width; }
int craw_height(craw_file *raw) { return data(raw)->sizes.height; }

int craw_is_torn(craw_file *raw) { return raw->is_torn; }

int craw_is_unsupported(int code) { return code == LIBRAW_FILE_UNSUPPORTED || code == LIBRAW_UNSUPPORTED_THUMBNAIL; }

const char *craw_text(int code) { return libraw_strerror(code); }

static int finish(libraw_processed_image_t *image, int code, int bits, craw_picture *picture) {
    if (!image) return code ? code : LIBRAW_UNSPECIFIED_ERROR;
    picture->owner = image;
    picture->bytes = image->data;
    picture->length = image->data_size;
    picture->is_jpeg = image->type == LIBRAW_IMAGE_JPEG;
    picture->width = image->width;
    picture->height = image->height;
    picture->bits = bits;
    size_t pixels = (size_t)image->width * image->height * 3 * (size_t)(bits / 8);
    if (picture->is_jpeg || (image->colors == 3 && image->bits == bits && image->data_size >= pixels)) return 0;
    craw_release(picture);
    return LIBRAW_UNSUPPORTED_THUMBNAIL;
}

int craw_preview(craw_file *raw, craw_picture *picture) {
    int code = libraw_unpack_thumb(data(raw));
    if (code) return code;
    return finish(libraw_dcraw_make_mem_thumb(data(raw), &code), code, 8, picture);
}

int craw_develop(craw_file *raw, int half, int bits, craw_picture *picture) {
    libraw_data_t *handle = data(raw);
    handle->params.half_size = half;
    handle->params.use_camera_wb = 1;
    // sRGB, with its own curve: LibRaw's default is that of television, and what comes out would be too dark for what it says it is.
    handle->params.output_color = 1;
    handle->params.gamm[0] = 1 / 2.4;
    handle->params.gamm[1] = 12.92;
    handle->params.output_bps = bits;
    handle->params.user_flip = 0;
    int code = libraw_unpack(handle);
    if (!code) code = libraw_dcraw_process(handle);
    if (code) return code;
    return finish(libraw_dcraw_make_mem_image(handle, &code), code, bits, picture);
}

void craw_release(craw_picture *picture) {
    if (picture->owner) libraw_dcraw_clear_mem(picture->owner);
    picture->owner = 0;
}
