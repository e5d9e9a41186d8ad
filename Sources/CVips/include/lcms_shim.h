#ifndef OPENPHOTOKIT_LCMS_SHIM_H
#define OPENPHOTOKIT_LCMS_SHIM_H

// Colour management, which libvips brings with it. Only the layout constants, which are macros Swift cannot import, are added.
#include <lcms2.h>

static const cmsUInt32Number cvips_lcms_rgba8 = TYPE_RGBA_8;
static const cmsUInt32Number cvips_lcms_rgba16 = TYPE_RGBA_16;
static const cmsUInt32Number cvips_lcms_rgb16 = TYPE_RGB_16;
static const cmsUInt32Number cvips_lcms_grey16 = TYPE_GRAY_16;
static const cmsUInt32Number cvips_lcms_flags = cmsFLAGS_NOCACHE;

#endif
