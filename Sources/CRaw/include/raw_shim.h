#ifndef OPENPHOTOKIT_RAW_SHIM_H
#define OPENPHOTOKIT_RAW_SHIM_H

#include <stddef.h>

// LibRaw's data structure holds bit fields and unions that Swift imports badly; these calls hand out what is needed of it.
// Functions return 0 or LibRaw's error code, whose text `raw_shim_text` gives.

typedef struct raw_shim raw_shim;

/// Reads the header of `bytes`, which must outlive the handle. The handle is closed with `raw_shim_close`, also after an error.
int raw_shim_open(const void *bytes, size_t length, raw_shim **raw);
void raw_shim_close(raw_shim *raw);

/// Size of the visible sensor area, before turning.
int raw_shim_width(raw_shim *raw);
int raw_shim_height(raw_shim *raw);
/// Whether an error code means that LibRaw does not know this camera or compression.
int raw_shim_is_unsupported(int code);
const char *raw_shim_text(int code);

/// A finished picture of LibRaw's: a JPEG file, or RGB rows without gaps of 8 or 16 bits a component.
typedef struct {
    void *owner;
    const unsigned char *bytes;
    size_t length;
    int is_jpeg, width, height, bits;
} raw_shim_picture;

/// The largest preview that the camera stored. Free with `raw_shim_release`.
int raw_shim_preview(raw_shim *raw, raw_shim_picture *picture);
/// Developed sensor data in sRGB of 8 or 16 `bits` a component, not turned; `half` gives half the size at a quarter of the cost.
int raw_shim_develop(raw_shim *raw, int half, int bits, raw_shim_picture *picture);
/// Whether some of the sensor data that was developed is broken or not there.
int raw_shim_is_torn(raw_shim *raw);
void raw_shim_release(raw_shim_picture *picture);

#endif
