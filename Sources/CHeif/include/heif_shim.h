#ifndef OPENPHOTOKIT_HEIF_SHIM_H
#define OPENPHOTOKIT_HEIF_SHIM_H

// Swift calls libheif's C API as it is; nothing is added here.
#include <libheif/heif.h>
#include <libheif/heif_items.h>
#include <libheif/heif_properties.h>

#endif
