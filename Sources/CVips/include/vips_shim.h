#ifndef OPENPHOTOKIT_VIPS_SHIM_H
#define OPENPHOTOKIT_VIPS_SHIM_H

#include <stddef.h>

// libvips' calls are variadic, which Swift cannot call. Every function that can fail returns 0 or NULL-free success and -1 or NULL on
// failure; `vips_shim_message` then tells why. One call at a time per process: libvips keeps one error buffer.

/// An image of libvips: a pipeline that computes when rows are read. Freed with `vips_shim_close`, in any order.
typedef struct _VipsImage vips_shim_image;

typedef enum {
    vips_shim_png, vips_shim_webp, vips_shim_gif, vips_shim_tiff, vips_shim_jxl, vips_shim_jp2, vips_shim_jpeg,
} vips_shim_loader;

/// Starts libvips once: one thread, no operation cache, untrusted loaders blocked, GLib's messages silenced.
int vips_shim_start(void);

/// Copies the pending error text into `text` (always terminated) and clears it.
void vips_shim_message(char *text, size_t size);

/// Reads the header of `bytes`, which must stay valid until the image and all made from it are closed.
/// `scale` below 1 lets a WebP decode smaller. `strict` fails on truncated content instead of filling in.
vips_shim_image *vips_shim_open(const void *bytes, size_t length, vips_shim_loader loader, double scale, int strict);
/// The same of `count` frames (-1: all) of a GIF or WebP from number `first` on, one below the other, to be read once from top to bottom.
vips_shim_image *vips_shim_open_frames(const void *bytes, size_t length, vips_shim_loader loader, int first, int count, int strict);
void vips_shim_close(vips_shim_image *image);

int vips_shim_width(vips_shim_image *image);
int vips_shim_height(vips_shim_image *image);
/// 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha, once normalized.
int vips_shim_bands(vips_shim_image *image);
/// Whether there are 16 bits a component that normalizing can keep.
int vips_shim_is_deep(vips_shim_image *image);
/// 8 or 16 bits a component, once normalized.
int vips_shim_bits(vips_shim_image *image);
/// The embedded ICC profile, borrowed from the image; 0 where there is none.
size_t vips_shim_profile(vips_shim_image *image, const void **profile);

/// An image of pixels in memory without gaps, 3 (RGB) or 4 (RGBA) `bands` of 8 or 16 `bits`. The memory must stay valid as that of `vips_shim_open`.
vips_shim_image *vips_shim_from_memory(const void *pixels, int width, int height, int bands, int bits);

/// 8 bits a component in RGB or grey; CMYK and Lab are converted to sRGB; `flatten` lays transparent pixels on white.
vips_shim_image *vips_shim_normalize(vips_shim_image *image, int flatten);
/// An image that `vips_shim_is_deep` as RGB or grey of 16 bits a component.
vips_shim_image *vips_shim_normalize_deep(vips_shim_image *image);
/// Three or four bands become four, one or two likewise, alpha opaque where there was none. For 8 bits.
vips_shim_image *vips_shim_rgba(vips_shim_image *image);
vips_shim_image *vips_shim_crop(vips_shim_image *image, int x, int y, int width, int height);
/// Resamples to exactly this size, transparent pixels weighted by their alpha.
vips_shim_image *vips_shim_resize(vips_shim_image *image, int width, int height);

/// Computes all rows, top to bottom, on the calling thread. `sink` gets up to `step` rows at a time and returns 0 to go on.
int vips_shim_rows(vips_shim_image *image, int step,
                   int (*sink)(void *context, const unsigned char *rows, size_t stride, int y, int count), void *context);

/// Writes `bands` (3 or 4) of the RGBA pixels of 8 or 16 `bits` a component as PNG; `profile` may be NULL. Free `*png` with `vips_shim_free`.
int vips_shim_save_png(const void *rgba, int width, int height, int bits, int bands, const void *profile, size_t profile_length,
                       void **png, size_t *length);
void vips_shim_free(void *memory);

#endif
