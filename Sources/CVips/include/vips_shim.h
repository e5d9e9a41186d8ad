#ifndef OPENPHOTOKIT_VIPS_SHIM_H
#define OPENPHOTOKIT_VIPS_SHIM_H

#include <stddef.h>

// libvips' calls are variadic, which Swift cannot call. Every function that can fail returns 0 or NULL-free success and -1 or NULL on
// failure; `cvips_message` then tells why. One call at a time per process: libvips keeps one error buffer.

/// An image of libvips: a pipeline that computes when rows are read. Freed with `cvips_close`, in any order.
typedef struct _VipsImage cvips_image;

typedef enum {
    cvips_png, cvips_webp, cvips_gif, cvips_tiff, cvips_jxl, cvips_jp2, cvips_jpeg,
} cvips_loader;

/// Starts libvips once: one thread, no operation cache, untrusted loaders blocked, GLib's messages silenced.
int cvips_start(void);

/// Copies the pending error text into `text` (always terminated) and clears it.
void cvips_message(char *text, size_t size);

/// Reads the header of `bytes`, which must stay valid until the image and all made from it are closed.
/// `scale` below 1 lets a WebP decode smaller. `strict` fails on truncated content instead of filling in.
cvips_image *cvips_open(const void *bytes, size_t length, cvips_loader loader, double scale, int strict);
/// The same of `count` frames (-1: all) of a GIF or WebP from number `first` on, one below the other, to be read once from top to bottom.
cvips_image *cvips_open_frames(const void *bytes, size_t length, cvips_loader loader, int first, int count, int strict);
void cvips_close(cvips_image *image);

int cvips_width(cvips_image *image);
int cvips_height(cvips_image *image);
/// 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha, once normalized.
int cvips_bands(cvips_image *image);
/// Whether there are 16 bits a component that normalizing can keep.
int cvips_is_deep(cvips_image *image);
/// 8 or 16 bits a component, once normalized.
int cvips_bits(cvips_image *image);
/// The embedded ICC profile, borrowed from the image; 0 where there is none.
size_t cvips_profile(cvips_image *image, const void **profile);

/// An image of pixels in memory without gaps, 3 (RGB) or 4 (RGBA) `bands` of 8 or 16 `bits`. The memory must stay valid as that of `cvips_open`.
cvips_image *cvips_from_memory(const void *pixels, int width, int height, int bands, int bits);

/// 8 bits a component in RGB or grey; CMYK and Lab are converted to sRGB; `flatten` lays transparent pixels on white.
cvips_image *cvips_normalize(cvips_image *image, int flatten);
/// An image that `cvips_is_deep` as RGB or grey of 16 bits a component.
cvips_image *cvips_normalize_deep(cvips_image *image);
/// Three or four bands become four, one or two likewise, alpha opaque where there was none. For 8 bits.
cvips_image *cvips_rgba(cvips_image *image);
cvips_image *cvips_crop(cvips_image *image, int x, int y, int width, int height);
/// Resamples to exactly this size, transparent pixels weighted by their alpha.
cvips_image *cvips_resize(cvips_image *image, int width, int height);

/// Computes all rows, top to bottom, on the calling thread. `sink` gets up to `step` rows at a time and returns 0 to go on.
int cvips_rows(cvips_image *image, int step,
               int (*sink)(void *context, const unsigned char *rows, size_t stride, int y, int count), void *context);

/// Writes `bands` (3 or 4) of the RGBA pixels of 8 or 16 `bits` a component as PNG; `profile` may be NULL. Free `*png` with `cvips_free`.
int cvips_save_png(const void *rgba, int width, int height, int bits, int bands, const void *profile, size_t profile_length,
                   void **png, size_t *length);
void cvips_free(void *memory);

#endif
