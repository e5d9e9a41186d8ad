#ifndef OPENPHOTOKIT_RAW_SHIM_H
#define OPENPHOTOKIT_RAW_SHIM_H

#include <stddef.h>

// LibRaw's data structure holds bit fields and unions that Swift imports badly; these calls hand out what is needed of it.
// Functions return 0 or LibRaw's error code, whose text `craw_text` gives.

typedef struct craw_file craw_file;

/// Reads the header of `bytes`, which must outlive the handle. The handle is closed with `craw_close`, also after an error.
int craw_open(const void *bytes, size_t length, craw_file **raw);
void craw_close(craw_file *raw);

/// Size of the visible sensor area, before turning.
int craw_width(craw_file *raw);
int craw_height(craw_file *raw);
/// Whether an error code means that LibRaw does not know this camera or compression.
int craw_is_unsupported(int code);
const char *craw_text(int code);

/// A finished picture of LibRaw's: a JPEG file, or RGB rows without gaps of 8 or 16 bits a component.
typedef struct {
    void *owner;
    const unsigned char *bytes;
    size_t length;
    int is_jpeg, width, height, bits;
} craw_picture;

/// The largest preview that the camera stored. Free with `craw_release`.
int craw_preview(craw_file *raw, craw_picture *picture);
/// Developed sensor data in sRGB of 8 or 16 `bits` a component, not turned; `half` gives half the size at a quarter of the cost.
int craw_develop(craw_file *raw, int half, int bits, craw_picture *picture);
/// Whether some of the sensor data that was developed is broken or not there.
int craw_is_torn(craw_file *raw);
void craw_release(craw_picture *picture);

#endif
